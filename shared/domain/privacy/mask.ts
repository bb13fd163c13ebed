import { erasedMark } from './personal.ts'

/** Most signs at the end of what identifies a customer that others may read. */
const most = 4
/** Stands for a sign that is not told; every printer has it. */
const hidden = '*'

/**
 * Where the part begins that is told: at most the last `told` signs, and never more than two fifths, so that of
 * a short one less is told.
 */
function parted(text: string, told: number): { before: string; end: string } {
  const bare = text.replace(/[\s\u00a0.-]/g, '')
  const signs = lengthOf(bare)
  const end = Math.min(told, Math.floor((signs * 2) / 5))
  const at = signs === bare.length ? signs - end : [...bare].slice(0, signs - end).join('').length
  return { before: bare.slice(0, at), end: bare.slice(at) }
}

/** How many signs a text has: two halves of a pair are one. */
function lengthOf(text: string): number {
  return /[\uD800-\uDFFF]/.test(text) ? [...text].length : text.length
}

/** The end of it that may be told by itself: `4567`. */
export function shownEnd(text: string): string {
  return text === erasedMark ? text : parted(text, most).end
}

/** A phone, document, account or reference in lists, where others may look on: `••• 4567`. */
export function maskReference(text: string): string {
  if (text === erasedMark) return text
  const { before, end } = parted(text, most)
  return before === '' ? '' : `•••\u00a0${end}`.trim()
}

/** The same on paper and in files: `******4567`, as many signs as there are. */
export function maskNumber(text: string, told = most): string {
  if (text === erasedMark) return text
  const { before, end } = parted(text, told)
  return hidden.repeat(lengthOf(before)) + end
}

/** A phone on paper: `300 *** **67`, enough for its owner to know it. Anything too short for that is hidden whole. */
export function maskPhone(phone: string): string {
  if (phone === erasedMark) return phone
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 7) return hidden.repeat(digits.length)
  const between = hidden.repeat(digits.length - 5)
  return `${digits.slice(0, 3)}\u00a0${between.slice(0, 3)}\u00a0${between.slice(3)}${digits.slice(-2)}`
}
