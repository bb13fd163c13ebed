/** A field of text: quoted where it must be, and never read as a formula by whoever opens it. */
export function csvText(text: string, separator: string): string {
  const defused = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const quoted = defused.includes(separator) || /["\r\n]/.test(defused)
  return quoted ? `"${defused.replaceAll('"', '""')}"` : defused
}
