import { expect, test } from 'vitest'
import { z } from 'zod'
import { Failure, toAppError } from './errors.ts'

test('what was caught is told in one line: a schema that refuses a thousand rows, too', () => {
  expect(toAppError(new Failure('DISK_FULL'))).toMatchObject({ code: 'DISK_FULL' })
  const rows = Array.from({ length: 1_000 }, () => ({ kind: 'x' }))
  const { error } = z.array(z.object({ kind: z.literal('cash') })).safeParse(rows)
  const reason = '0.kind: Invalid input: expected "cash" (+999)'
  expect(toAppError(error)).toEqual({ code: 'UNEXPECTED', params: { reason } })
  expect(toAppError(new Error('late'))).toMatchObject({ params: { reason: 'late' } })
  expect(toAppError('thrown')).toMatchObject({ params: { reason: 'thrown' } })
})
