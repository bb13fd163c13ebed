import { expect, test } from 'vitest'
import { businessSchema, rateFraction, taxIdWarning } from './business.ts'

test.each([
  ['NIT', '900.373.115-0', 'check-digit'],
  ['NIT', '800.197.268-4', null],
  ['NIT', '8001972684', null],
  ['NIT', '800.197.268-5', 'check-digit'],
  ['NIT', '900123456', null],
  ['NIT', '9001-A', 'characters'],
  ['NIT', '', null],
  ['RUC', '1790016919001', null],
  ['RUC', '1790016918001', 'check-digit'],
  ['RUC', '1710034065', 'length'],
] as const)('a %s %s is judged %s', (kind, taxId, warning) => {
  expect(taxIdWarning(kind, taxId)).toBe(warning)
})

test.each([
  ['19 %', 0.19],
  ['0,5%', 0.005],
  ['9,66 por mil', 0.00966],
  ['4 ‰', 0.004],
  ['19', null],
  ['0.19', null],
  ['1.234,5 %', null],
  ['exento', null],
])('the rate %s is %s', (text, fraction) => {
  const found = rateFraction(text)
  if (fraction === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(fraction, 12)
})

test('a business that nobody wrote down yet is empty, and texts lose only what surrounds them', () => {
  expect(businessSchema.parse({})).toMatchObject({ name: '', taxIdKind: 'NIT', taxRates: [] })
  const given = { taxId: ' 0900.123 ', taxRates: [{ name: ' IVA ', rate: '19 %' }] }
  expect(businessSchema.parse(given)).toMatchObject({
    taxId: '0900.123',
    taxRates: [{ name: 'IVA', rate: '19 %' }],
  })
  expect(businessSchema.safeParse({ taxRates: [{ name: '', rate: '1 %' }] }).success).toBe(false)
})
