/** How wide letters are, of their size: a little more than the window's own are where they are as strong as in a name. */
const letters = [
  ["ijlIíìï'| ", 0.27],
  ['.,:;', 0.31],
  ['t', 0.35],
  ['fr-()/"', 0.41],
  ['acksvxyzáLJ', 0.58],
  ['mwMWÑ%&@', 0.94],
] as const
const widths = new Map(letters.flatMap(([all, wide]) => [...all].map((one) => [one, wide])))
/** Of what is in none of them: a small letter, and a capital or a figure. */
const small = 0.62
const capital = 0.76

const widthOf = (letter: string): number =>
  widths.get(letter) ?? (letter === letter.toUpperCase() ? capital : small)

/** How wide a word is, of the size of its letters. */
function measure(word: string): number {
  let wide = 0
  for (const letter of word) wide += widthOf(letter)
  return wide
}

/** Whether a name stands whole in two lines of `width` pixels, its letters `size` pixels large. Its words are not broken. */
export function fitsTwoLines(name: string, width: number, size: number): boolean {
  const most = width / size
  const space = widthOf(' ')
  let lines = 1
  let filled = 0
  for (const word of name.split(' ')) {
    const wide = measure(word)
    const grown = filled === 0 ? wide : filled + space + wide
    if (wide > most) return false
    if (grown <= most) filled = grown
    else {
      lines += 1
      filled = wide
    }
  }
  return lines <= 2
}

/** In pixels, what stands beside a name of the shelf: its frame, its picture, and each sign at its end. */
export const besideName = { frame: 13, picture: 30, sign: 24 } as const
