/** What a line break, a control or an unpaired half of a character is to whatever reads a text. */
const obeyed = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Signs that are not seen and change how others are: right to left, joined, hidden. */
const unseen = /\p{Cf}+/gu

/**
 * A text that came from outside as it may stand in one line of paper or of a longer text: with nothing in it that is
 * obeyed rather than shown. Line breaks and control characters become a space, signs that nobody sees go away.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(obeyed, ' ').replace(unseen, '')
}
