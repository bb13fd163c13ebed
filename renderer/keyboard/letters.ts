/**
 * What is done on several pages has one letter on all of them. The other letters are each of one page (keys.ts); where two
 * pages need the same one for two things, a test says which.
 */
export const letters = {
  before: 'A',
  find: 'B',
  close: 'C',
  typeIn: 'D',
  comesIn: 'E',
  saveFile: 'G',
  add: 'N',
  /** Held against the service's list, or put right by it. */
  check: 'R',
  /** What a figure is made of, or what is folded says. */
  parts: 'Q',
  goesOut: 'S',
  copy: 'T',
  today: 'H',
  bring: 'U',
} as const
