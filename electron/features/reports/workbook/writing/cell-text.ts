/** The longest text that Excel takes in a cell. */
const longest = 32_767

/** Control characters but tab and new line, the two that are no characters, and half surrogates. */
const forbidden = /[[\p{Cc}--[\t\n\u0080-\u009F]]\uFFFE\uFFFF\p{Cs}]/gv

/** What most names are made of: nothing in it to change. */
const plain = /^[\u0020-\u005E\u0060-\u007E\u00A0-\uD7FF]*$/

/** A text as a cell can show it: without characters that make the file unreadable, and not longer than a cell. */
export function shownText(text: string): string {
  if (text.length <= longest && plain.test(text)) return text
  const clean = text.replace(/\r\n?/g, '\n').replace(forbidden, '\uFFFD')
  return clean.length > longest ? `${clean.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…` : clean
}

/** The same as it is written in the file: with what looks like Excel's own escapes (`_x0041_`) escaped. */
export function cellText(text: string): string {
  if (text.length <= longest && plain.test(text)) return text
  return shownText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}
