import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { optionsWish } from './export-options.ts'

const filter = reportFilterSchema.parse({})
const options = { both: true, full: true, separator: 'tab' } as const

test('both reports stand in a workbook, unless a filter or a CSV has room for one alone', () => {
  const wish = { kind: 'sales', filter, format: 'xlsx' } as const
  expect(optionsWish(options, wish)).toEqual({ kinds: ['buys'], full: true, separator: '\t' })
  expect(optionsWish(options, { ...wish, kind: 'buys' }).kinds).toEqual(['sales'])
  expect(optionsWish(options, { ...wish, format: 'csv' }).kinds).toEqual([])
  const text = { ...filter, text: 'clara' }
  expect(optionsWish(options, { ...wish, filter: text }).kinds).toEqual([])
  expect(optionsWish({ ...options, both: false }, wish).kinds).toEqual([])
  expect(optionsWish({ ...options, separator: 'auto' }, wish).separator).toBeNull()
})
