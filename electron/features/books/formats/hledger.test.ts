import { expect, test } from 'vitest'
import { chartSchema, entriesOf } from '../../../../shared/domain/books/chart.ts'
import { credit, debit } from '../../../../shared/domain/books/typed.ts'
import { createVouchers } from '../../../../shared/domain/books/voucher.ts'
import { words } from '../../../../shared/words/words.ts'
import { hledger } from './hledger.ts'

test('nothing that somebody typed dates a line anew, names another account or ends one', async () => {
  const vouchers = createVouchers('01', 'abcdef')
  const typed = ['[2020-01-01]', 'date:2020-02-02', 'a\u0000b', 'x\u2028y']
  for (const part of typed) {
    const of = { day: '2026-10-05', kind: 'movements', currency: 'COP' } as const
    vouchers.add(of, [debit('wallet', 100, part), credit('cash', 100), credit('fee', 0)])
  }
  const lines = [
    { role: 'wallet', account: '* 11 ! 10', third: 'date2:2020-03-03' },
    { role: 'cash', account: '![]' },
  ]
  const chart = chartSchema.parse({ lines })
  const facts = { month: '2026-10', chart, say: words.in('es'), caution: '' }
  const [file] = await hledger.files(entriesOf(vouchers.read(), chart).entries, facts)
  const text = file?.toString() ?? ''
  // Dates and tags in brackets or after a colon stand in comments (hledger's manual, Posting dates).
  for (const [, comment = ''] of text.matchAll(/;(.*)$/gm)) expect(comment).not.toMatch(/[[\]:]/)
  expect(text).not.toMatch(/[\p{Cc}--\n]|\u2028/v)
  expect([...text.matchAll(/^account (.*)$/gm)].map(([, name]) => name)).toEqual(['11 ! 10', '_'])
  expect(text.match(/^ {4}11 ! 10 {2}COP 1\.00/gm)).toHaveLength(typed.length)
})

test('a currency that is no word of letters stands in quotes', async () => {
  const vouchers = createVouchers('01', 'abcdef')
  const of = { day: '2026-10-05', kind: 'loads', currency: 'U.S. "1"' } as const
  vouchers.add(of, [debit('prepaid', 100), credit('loads', 100)])
  const lines = ['prepaid', 'loads'].map((role) => ({ role, account: role }))
  const chart = chartSchema.parse({ lines })
  const facts = { month: '2026-10', chart, say: words.in('es'), caution: '' }
  const [file] = await hledger.files(entriesOf(vouchers.read(), chart).entries, facts)
  const text = file?.toString() ?? ''
  expect(text).toContain('commodity "U.S. 1"\n  format "U.S. 1" 1000.00\n')
  expect(text).toContain('    prepaid  "U.S. 1" 1.00  ;')
})
