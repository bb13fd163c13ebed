import type { Slip, SlipLine } from '../../../../shared/domain/receipt/slip.ts'

/** A line of a printer that has columns and no fonts. `tall` is twice as high, `wide` twice as wide as well. */
export type PrinterLine =
  | { kind: 'text'; text: string; bold: boolean; size: 'normal' | 'tall' | 'wide' }
  | { kind: 'qr'; data: string }

const allNoBreaks = /\u00a0/g

/** Lays a slip out in columns of letters of one width. */
export function slipLines(slip: Slip, columns: number): PrinterLine[] {
  return slip.lines.flatMap((line) => linesOf(line, columns))
}

function linesOf(line: SlipLine, columns: number): PrinterLine[] {
  switch (line.kind) {
    case 'text': {
      const wide = line.size === 'large'
      const room = wide ? Math.floor(columns / 2) : columns
      const texts = wrapText(line.text, room)
      const placed = line.align === 'center' ? texts.map((text) => center(text, room)) : texts
      return placed.map((text) => styled(text, line.bold, wide ? 'wide' : 'normal'))
    }
    case 'row':
      return [
        ...pair(line.label, line.value, columns).map((text) => styled(text)),
        ...wrapText(line.note ?? '', columns - 2).map((text) => styled(`  ${text}`)),
      ]
    case 'total':
      return pair(line.label, line.value, columns).map((text) => styled(text, true, 'tall'))
    case 'head':
      return [styled(''), ...wrapText(line.text, columns).map((text) => styled(text, true))]
    case 'rule':
      return [styled('-'.repeat(columns))]
    case 'signature': {
      const room = Array.from({ length: 4 }, () => styled(''))
      const label = wrapText(line.label, columns).map((text) => styled(center(text, columns)))
      return [...room, styled('_'.repeat(columns)), ...label]
    }
    case 'qr':
      return [{ kind: 'qr', data: line.data }]
  }
}

function styled(
  text: string,
  bold = false,
  size: 'normal' | 'tall' | 'wide' = 'normal',
): PrinterLine {
  return { kind: 'text', text: text.replace(allNoBreaks, ' '), bold, size }
}

/** Label at the start and value at the end of one line, or where they do not fit the value below. */
function pair(label: string, value: string, columns: number): string[] {
  const gap = columns - label.length - value.length
  if (gap >= 1) return [label + ' '.repeat(gap) + value]
  return [
    ...wrapText(label, columns),
    ...wrapText(value, columns).map((text) => text.padStart(columns)),
  ]
}

function center(text: string, columns: number): string {
  return ' '.repeat(Math.floor((columns - text.length) / 2)) + text
}

/** Breaks a text at its spaces, and words that are longer than a line wherever the line ends. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) {
      lines[lines.length - 1] = `${last} ${word}`
      continue
    }
    lines.push(...pieces(word, columns))
  }
  return lines
}

/** A word that is longer than a line: cut after a hyphen where it has one, as identifiers do. */
function pieces(word: string, columns: number): string[] {
  if (word.length <= columns) return [word]
  const hyphen = word.lastIndexOf('-', columns - 1) + 1
  const end = hyphen > columns / 2 ? hyphen : columns
  return [word.slice(0, end), ...pieces(word.slice(end), columns)]
}
