import { encode } from 'uqr'

/** A QR code as one path of an SVG whose units are its modules, the quiet zone around it included. */
export interface QrPath {
  size: number
  path: string
}

/** Draws a text as a QR code that survives a worn print (level M). */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const runs = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).filter(Boolean),
  )
  return { size, path: runs.join('') }
}
