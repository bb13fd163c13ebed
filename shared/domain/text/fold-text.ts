/**
 * Text as it is compared: lower case, without accents (NFD, marks dropped), one space between words.
 * "Recargá  ÑANDÚ" and "recarga nandu" are the same.
 */
export function foldText(text: string): string {
  // Most texts of a catalog: a third of the time.
  if (plain.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Nothing to be decomposed. */
const plain = /^[\x20-\x7e]*$/
