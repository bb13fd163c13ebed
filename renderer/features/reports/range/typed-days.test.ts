import { expect, test } from 'vitest'
import { typedDays } from './typed-days.ts'

const today = '2026-11-21'
const day = (one: string) => ({ from: one, to: one })
const month = (from: string, to: string) => ({ from, to })

test.each([
  ['21', day('2026-11-21')],
  ['22', day('2026-10-22')],
  ['31', day('2026-10-31')],
  ['3/4', day('2026-04-03')],
  ['3/12', day('2025-12-03')],
  ['29 feb', day('2024-02-29')],
  ['03-04-25', day('2025-04-03')],
  ['3.4.2025', day('2025-04-03')],
  ['5 de octubre de 2026', day('2026-10-05')],
  ['Sáb 21 nov 2026', day('2026-11-21')],
  ['mar 3 mar 2026', day('2026-03-03')],
  ['Tue 3 Mar 2026', day('2026-03-03')],
  ['2026-10-05', day('2026-10-05')],
  ['oct', month('2026-10-01', '2026-10-31')],
  ['Diciembre', month('2025-12-01', '2025-12-31')],
  ['dec 2024', month('2024-12-01', '2024-12-31')],
  ['feb 24', month('2024-02-01', '2024-02-29')],
  ['31/02/2026', null],
  ['0/10', null],
  ['13/13/2026', null],
  ['1 2 3 4', null],
  ['ayer', null],
  ['', null],
] as const)('%s', (text, days) => {
  expect(typedDays(text, today)).toEqual(days)
})
