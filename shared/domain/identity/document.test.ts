import { expect, it } from 'vitest'
import { documentWarning } from './document.ts'

it.each([
  // NIT of well-known public bodies, and cédulas and RUC built by the published rules.
  ['800.197.268-4', 'CO', null],
  ['899999068-1', 'CO', null],
  ['800197268-5', 'CO', 'check-digit'],
  ['8001972684', 'CO', null],
  ['8001972683', 'CO', 'check-digit'],
  ['1.020.304.050', 'CO', null],
  ['79123456', 'CO', null],
  ['12', 'CO', 'length'],
  ['12345678901', 'CO', 'length'],
  ['AB12345', 'CO', 'characters'],
  ['1710034065', 'EC', null],
  ['1710034066', 'EC', 'check-digit'],
  ['9910034065', 'EC', 'check-digit'],
  ['1710034065001', 'EC', null],
  ['1710034065000', 'EC', 'check-digit'],
  ['1790011674001', 'EC', null],
  ['1790011675001', 'EC', 'check-digit'],
  ['1760001550001', 'EC', null],
  ['1760001560001', 'EC', 'check-digit'],
  ['171003406', 'EC', 'length'],
  ['', 'EC', null],
] as const)('%s in %s: %s', (text, country, warning) => {
  expect(documentWarning(text, country)).toBe(warning)
})
