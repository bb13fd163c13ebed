import { expect, it } from 'vitest'
import { readServiceTime } from './service-time.ts'

it.each([
  ['21/11/26 09:05', '2026-11-21T09:05:00'],
  ['1/2/2026 9:05', '2026-02-01T09:05:00'],
  ['2026-10-01 23:59:59', '2026-10-01T23:59:59'],
  ['2026-10-01T23:59:59.123', '2026-10-01T23:59:59'],
  ['2026-10-01 12:30am', '2026-10-01T00:30:00'],
  ['2026-10-01 01:30pm', '2026-10-01T13:30:00'],
  ['2026-10-01T04:00:00Z', '2026-09-30T23:00:00'],
  ['2026-10-01T04:00:00-0500', '2026-10-01T04:00:00'],
])('reads %s', (raw, local) => {
  expect(readServiceTime(raw)).toEqual({ local, raw })
})

it.each([
  ...['', 'ayer', '31/02/26 10:00', '2026-13-01 00:00:00', '2026-10-01 24:00:00', null, {}],
  ...['2026-11-20T10:00:00+99:99', '2026-11-20T10:00:00-24:00', '2026-11-20 10:00 +0560'],
  ...['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '1999-12-31 23:59:59'],
])('does not guess %j', (raw) => {
  expect(readServiceTime(raw)).toBeNull()
})

it('is not kept busy by a long text', () => {
  // Read space by space from each of them, this would outlast the test.
  expect(readServiceTime(`2026-11-20 10:00${' '.repeat(2_000_000)}x`)).toBeNull()
})
