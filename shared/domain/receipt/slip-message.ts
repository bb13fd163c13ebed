import type { Slip, SlipLine } from './slip.ts'
import { slipText } from './slip-text.ts'

/** How long a message may be in an address: Windows opens none of more than 2,081 signs. */
const room = 1_900

/** How many signs of each text are told, where all of them are too many for one message. */
const shorter = [Infinity, 160, 80, 40]

/**
 * A slip as a message that is written in the address of a page; null: it is too long for one. What is cut ends in "…";
 * amounts, and the small print, which says what the paper is before the law, are told whole.
 */
export function slipMessage(slip: Slip): string | null {
  for (const most of shorter) {
    const text = slipText({ ...slip, lines: slip.lines.map((line) => cutLine(line, most)) })
    // WhatsApp takes asterisks for bold letters, and a number's mask would go with them.
    const message = text.replaceAll('*', '•')
    if (encodeURIComponent(message).length <= room) return message
  }
  return null
}

function cutLine(line: SlipLine, most: number): SlipLine {
  if (line.kind === 'text' && line.size !== 'small') return { ...line, text: cut(line.text, most) }
  return line.kind === 'row' ? { ...line, value: cut(line.value, most) } : line
}

function cut(text: string, most: number): string {
  const signs = [...text]
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}
