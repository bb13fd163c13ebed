import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/**
 * The first line of an input. At a terminal `ask` is called once it may be typed; it is not shown, and has any length: what a
 * terminal itself gathers ends after 1,024 signs on macOS, and 4,095 on Linux. Empty where nothing came.
 */
export async function typedLine(
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  ask: () => void,
): Promise<string> {
  const terminal = input.isTTY === true
  const unseen = new Writable({ write: (_signs, _encoding, done) => done() })
  const lines = createInterface({ input, output: unseen, terminal, historySize: 0 })
  // Ctrl C ends the program, as everywhere.
  lines.once('SIGINT', () => {
    lines.close()
    process.kill(process.pid, 'SIGINT')
  })
  if (terminal) ask()
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    // The terminal is as it was, and its program may end.
    lines.close()
  }
}
