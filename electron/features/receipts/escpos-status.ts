/** DLE EOT 2 and 4: why are you not printing; how is your paper. Answered at once, one byte each. */
export const askState = Uint8Array.of(0x10, 0x04, 0x02, 0x10, 0x04, 0x04)

/** GS r 1: how is your paper, answered in its turn, when all that stands before it was printed. */
export const askEnd = Uint8Array.of(0x1d, 0x72, 0x01)

/** In such an answer bits 1 and 4 are set and bits 0 and 7 are not. */
const isState = (byte: number) => (byte & 0b1001_0011) === 0b0001_0010

/** Whether what a printer answered to askState lets it print; one that answers nothing may be able to. */
export function isReady(answer: readonly number[]): boolean {
  const [offline = 0, paper = 0] = answer.filter(isState)
  const coverOpen = (offline & 0b0000_0100) !== 0
  const paperEnd = (offline & 0b0010_0000) !== 0 || (paper & 0b0110_0000) !== 0
  return !coverOpen && !paperEnd
}

/** Whether the answer to askEnd says that there was paper until the end. */
export function endsWell(answer: readonly number[]): boolean {
  return answer.every((byte) => (byte & 0b0000_1100) === 0)
}
