/** For tests: what a receipt printer would have done with these bytes. */
export interface DecodedPaper {
  /** Line by line, as the letters of the table that was chosen. */
  lines: { text: string; bold: boolean; width: number; height: number }[]
  qr: string[]
  cuts: number
  /** How often the drawer was opened. */
  pulses: number
}

/** The upper half of the tables that receipts are printed with, by their number in ESC t. */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
const halves: Readonly<Record<number, (byte: number) => string>> = {
  0: (byte) => cp437[byte - 128] ?? '?',
  2: (byte) => cp850[byte - 128] ?? '?',
  19: (byte) => (byte === 0xd5 ? '€' : (cp850[byte - 128] ?? '?')),
  16: (byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
}

/**
 * Reads ESC/POS back. It knows the commands that a receipt needs and throws on any other: bytes that nobody
 * can explain would come out as garbage.
 */
export function decodeEscPos(bytes: Uint8Array): DecodedPaper {
  const paper: DecodedPaper = { lines: [], qr: [], cuts: 0, pulses: 0 }
  let style = { bold: false, width: 1, height: 1 }
  let table = 0
  let text = ''
  let qr = ''
  let at = 0
  const next = () => {
    const byte = bytes[at]
    if (byte === undefined) throw new Error('the bytes end within a command')
    at += 1
    return byte
  }
  const lineStyle = () => ({ text, ...style })
  let line = lineStyle()
  while (at < bytes.length) {
    const byte = next()
    if (byte === 0x0a) {
      paper.lines.push({ ...line, text })
      text = ''
      line = lineStyle()
    } else if (byte === 0x0d) {
      continue
    } else if (byte === 0x1b) escape(next())
    else if (byte === 0x1c) expect(next(), [0x2e])
    else if (byte === 0x1d) group(next())
    else if (byte >= 0x20) {
      if (text === '' || text.trim() === '') line = lineStyle()
      text += byte < 0x80 ? String.fromCharCode(byte) : (halves[table]?.(byte) ?? unknown(table))
    } else throw new Error(`an unknown byte 0x${byte.toString(16)} at ${at - 1}`)
  }
  if (text !== '') paper.lines.push({ ...line, text })
  return paper

  function escape(command: number): void {
    if (command === 0x40) style = { bold: false, width: 1, height: 1 }
    else if (command === 0x45) style = { ...style, bold: next() === 1 }
    else if (command === 0x74) table = next()
    else if (command === 0x61 || command === 0x4d || command === 0x2d || command === 0x33) next()
    else if (command === 0x32) return
    else if (command === 0x70) {
      at += 3
      paper.pulses += 1
    } else throw new Error(`ESC 0x${command.toString(16)} at ${at - 2}`)
  }

  function group(command: number): void {
    if (command === 0x21) {
      const size = next()
      style = { ...style, width: (size >> 4) + 1, height: (size & 7) + 1 }
    } else if (command === 0x56) {
      next()
      paper.cuts += 1
    } else if (command === 0x28) {
      expect(next(), [0x6b])
      const length = next() + 256 * next()
      const body = bytes.subarray(at, at + length)
      at += length
      if (body[1] === 0x50) qr = Buffer.from(body.subarray(3)).toString('latin1')
      if (body[1] === 0x51) paper.qr.push(qr)
    } else throw new Error(`GS 0x${command.toString(16)} at ${at - 2}`)
  }

  function expect(byte: number, allowed: number[]): void {
    if (!allowed.includes(byte)) throw new Error(`0x${byte.toString(16)} at ${at - 1}`)
  }
}

function unknown(table: number): never {
  throw new Error(`the table of letters ${table} is not one of ours`)
}

/** The text of a paper, trimmed line by line. */
export function paperText(bytes: Uint8Array): string {
  return decodeEscPos(bytes)
    .lines.map(({ text }) => text.trimEnd())
    .join('\n')
}
