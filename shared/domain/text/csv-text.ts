/** Characters that some programs pass over, and Excel stops or begins a text at. */
const control = /[\p{Cc}--[\t\n\r]]/gv

/** What a spreadsheet may read as a formula, after all that it passes over; also in the wide letters of East Asia. */
const formula = /^[\s\p{C}\uFFFD]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

/** Most fields: nothing of it can end a field or be read as a formula. */
const plain = /^[\w*\u00C0-\u024F][\w *.:/()\u00C0-\u024F-]*$/

/**
 * A field of text: quoted where any program could end it early, without control characters, and never read as a
 * formula by whoever opens it.
 */
export function csvText(text: string, separator: string): string {
  if (plain.test(text)) return text
  const clean = text.toWellFormed().replace(control, '\uFFFD')
  const defused = formula.test(clean) ? `'${clean}` : clean
  const quoted = defused.includes(separator) || /[",;\t\r\n]/.test(defused)
  return quoted ? `"${defused.replaceAll('"', '""')}"` : defused
}
