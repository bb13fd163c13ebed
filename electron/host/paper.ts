import type { PrintPage } from './host.ts'

/** What a page for paper may do: be drawn. No script, no file, no address; pictures only inside it. */
export const paperHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** CSS pixels are 1/96 of an inch. */
const pixelsPerMm = 96 / 25.4

/** The sheet in CSS pixels before it is measured. */
export function paperPixels({ width, height }: PrintPage): { width: number; height: number } {
  return {
    width: Math.round(width * pixelsPerMm),
    height: Math.round((height ?? 200) * pixelsPerMm),
  }
}

/** The height of the sheet in millimetres, for content this many CSS pixels high; a roll ends with its text. */
export function paperHeight(page: PrintPage, contentPixels: number): number {
  // A little more than the content: rounding must not push its last line to a second page.
  return page.height ?? Math.max(30, Math.ceil(contentPixels / pixelsPerMm) + 2)
}
