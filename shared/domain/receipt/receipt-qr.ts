import { encode } from 'uqr'

/** A QR code as one path of an SVG whose units are its modules, the quiet zone around it included. */
export interface QrPath {
  size: number
  path: string
}

/** Draws a text as a QR code that survives a worn print (level M). */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const rows = data.map((row, y) => {
    const text = row.map((dark) => (dark ? '1' : '0')).join('')
    const runs = [...text.matchAll(/1+/g)]
    return runs.map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size, path: rows.flat().join('') }
}
