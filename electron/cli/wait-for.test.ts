import { expect, test, vi } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { publicSale } from '../features/selling/public-sale.ts'
import { openJournal } from '../store/journal/open-journal.ts'
import { intentSample } from '../store/testing/journal-samples.ts'
import { makeFolder } from '../../tests/folders.ts'
import { waitFor } from './wait-for.ts'

test('a wait that fails keeps the command from nothing: it does not run on until its time is over', async () => {
  vi.useFakeTimers()
  const journal = openJournal(makeFolder('wait'))
  try {
    const sale = publicSale(journal.prepare(intentSample(), null))
    const failing = {
      on: () => () => undefined,
      features: {
        handlers: { 'selling.sale': () => Promise.reject(new Failure('JOURNAL_DAMAGED')) },
      },
    }
    const waiting = waitFor(failing, [sale], 600_000, () => undefined)
    await expect(waiting).rejects.toMatchObject({ error: { code: 'JOURNAL_DAMAGED' } })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    journal.close()
    vi.useRealTimers()
  }
})
