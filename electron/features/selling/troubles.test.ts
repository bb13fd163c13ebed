import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { openShop } from './testing/shop.ts'

let shop: ReturnType<typeof openShop>
afterEach(async () => {
  await shop.selling.stop()
  shop.journal.close()
})

let drafts = 1000

/** Sales that were made and whose answer was lost. */
async function lost(count: number): Promise<string[]> {
  shop.state.fate = 'lost-after'
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    ids.push((await shop.sell({ draftId: `draft-${(drafts += 1)}`, again: true })).id)
  }
  return ids
}

const stateOf = async (id: string) => (await shop.sale(id)).state

describe('one sale’s trouble', () => {
  it('is its own: a look that breaks counts, and the others are looked up in their time', async () => {
    shop = openShop()
    shop.selling.start()
    const broken = await lost(15)
    const [healthy = ''] = await lost(1)
    const { find } = shop.service
    shop.service.find = async (id, signal) => {
      if (broken.includes(id)) throw new RangeError('Invalid time value')
      return find(id, signal)
    }
    await shop.clock.pass(5_000)
    expect(await stateOf(healthy)).toBe('APPROVED')
    const told = { code: 'UNEXPECTED', params: { reason: 'Invalid time value' } }
    expect(shop.problems).toContainEqual(told)
    const { history } = await shop.handlers['selling.sale']({ saleId: broken[0] ?? '' })
    expect(history.at(-1)).toMatchObject({ kind: 'lookup', error: { code: 'UNEXPECTED' } })
    shop.service.find = find
    await shop.clock.pass(30_000)
    for (const id of broken) expect(await stateOf(id)).toBe('APPROVED')
  })

  it('a row that cannot be read keeps no other sale from its look', async () => {
    const real = openMemoryJournal().journal
    shop = openShop({ journal: real })
    const broken = await lost(15)
    const [healthy = ''] = await lost(1)
    await shop.selling.stop()
    const sale: typeof real.sale = (id) => {
      if (broken.includes(id)) throw new Failure('STORE_FAILED', { reason: 'found: Invalid input' })
      return real.sale(id)
    }
    shop = openShop({ journal: { ...real, sale } }, shop.clock)
    shop.selling.start()
    await shop.clock.pass(60_000)
    expect(shop.finds).toContain(healthy)
  })

  it('an outcome that cannot be written, and a crash that cannot be settled, wait alone', async () => {
    const real = openMemoryJournal().journal
    let refused = ''
    const advance: typeof real.advance = (record, change, event) => {
      const isOutcome = event.kind === 'outcome' || event.kind === 'crash-recovery'
      if (isOutcome && (refused === '' || refused === record.id)) {
        refused = record.id
        throw new RangeError('no row takes this')
      }
      return real.advance(record, change, event)
    }
    shop = openShop({ journal: { ...real, advance } })
    shop.state.fate = 'lost-after'
    expect(await shop.sell()).toMatchObject({ id: refused, state: 'UNKNOWN' })
    shop.selling.start()
    const healthy = await lost(3)
    await shop.clock.pass(10_000)
    for (const id of healthy) expect(await stateOf(id)).toBe('APPROVED')
    expect(await stateOf(refused)).toBe('SENDING')
    const first = refused
    refused = 'nothing'
    await shop.clock.pass(30_000)
    expect(await stateOf(first)).toBe('APPROVED')
  })
})
