import type { Slip, SlipLine } from './slip.ts'

const noBreaks = /\u00a0/g

/** A slip as plain text, for a message, a terminal or a text file. The code that a scanner reads is left out. */
export function slipText(slip: Slip): string {
  const lines = slip.lines.flatMap(linesOf).map((line) => line.replace(noBreaks, ' ').trimEnd())
  return lines
    .filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '')
    .join('\n')
    .trim()
}

function linesOf(line: SlipLine): string[] {
  switch (line.kind) {
    case 'text':
      return [line.text]
    case 'row':
      return [`${line.label}: ${line.value}`, ...(line.note ? [`  ${line.note}`] : [])]
    case 'total':
      return [`${line.label}: ${line.value}`]
    case 'head':
      return ['', line.text]
    case 'rule':
      return ['']
    case 'signature':
      return ['', `${line.label}: ______________`]
    case 'qr':
      return []
  }
}
