import { expect, test } from 'vitest'
import { saleSample } from '../shared/domain/receipt/receipt-samples.ts'
import { createNotices } from './notices.ts'

/** What the system tells when a sale ends that was left waiting a minute. */
function told(isLocked: boolean): string[] {
  const heard: string[] = []
  const hear = createNotices({
    notify: (title, body) => void heard.push(`${title}: ${body.replaceAll('\u00a0', ' ')}`),
    formatting: () => ({ language: 'es', decimalSign: 'comma' }),
    isLocked: () => isLocked,
  })
  const now = Date.now()
  hear('selling.changed', saleSample({ sentAt: now - 60_000, settledAt: now }))
  hear('shift.changed', {})
  return heard
}

test('the system tells of a sale that ended, and while locked only that one did', () => {
  expect(told(false)).toEqual([expect.stringMatching(/^Venta aprobada: Recarga Clara, \$ 20\.000/)])
  expect(told(true)).toEqual(['Venta aprobada: Desbloquee la caja para verlo.'])
})
