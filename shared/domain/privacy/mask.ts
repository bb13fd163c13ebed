import { erasedMark } from './personal.ts'

/** Most signs at the end of what identifies a customer that others may read. */
const most = 4
/** Stands for a sign that is not told; every printer has it. */
const hidden = '*'

/**
 * Where the part begins that is told, of a phone as of any other: at most the last four signs, and never more than
 * two fifths, so that of a short one less is told.
 */
function parted(text: string): { before: string; end: string } {
  const bare = text.replace(/[\s\u00a0.-]/g, '')
  const signs = lengthOf(bare)
  const end = Math.min(most, Math.floor((signs * 2) / 5))
  const at = signs === bare.length ? signs - end : [...bare].slice(0, signs - end).join('').length
  return { before: bare.slice(0, at), end: bare.slice(at) }
}

/** How many signs a text has: two halves of a pair are one. */
function lengthOf(text: string): number {
  return /[\uD800-\uDFFF]/.test(text) ? [...text].length : text.length
}

/** The end of it that may be told by itself: `4567`. */
export function shownEnd(text: string): string {
  return text === erasedMark ? text : parted(text).end
}

/** A phone, document, account or reference in lists, where others may look on: `••• 4567`. */
export function maskReference(text: string): string {
  if (text === erasedMark) return text
  const { before, end } = parted(text)
  return before === '' ? '' : `•••\u00a0${end}`.trim()
}

/** The same on paper and in files: `******4567`, as many signs as there are. */
export function maskNumber(text: string): string {
  if (text === erasedMark) return text
  const { before, end } = parted(text)
  return hidden.repeat(lengthOf(before)) + end
}
