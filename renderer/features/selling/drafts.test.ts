import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BridgeEvent, Reply } from '../../../shared/contract/bridge.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { SaleState } from '../../../shared/domain/sale.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useDrafts } from './drafts.ts'
import { claro, claroForm, quoteOf, saleIn } from './samples.ts'

type Handler = (input: { draftId: string; again: boolean; againOf: string | null }) => unknown

let handlers: Record<string, Handler>
let asked: { call: string; input: unknown }[]
let tell: (event: BridgeEvent) => void

beforeEach(() => {
  asked = []
  handlers = {
    'catalog.product': () => claroForm,
    'selling.quote': () => quoteOf(),
    'selling.sell': ({ draftId }) => saleIn('ACCEPTED', { draftId }),
  }
  const listeners = new Set<(event: BridgeEvent) => void>()
  tell = (event) => listeners.forEach((listener) => listener(event))
  vi.stubGlobal('window', {
    bridge: {
      async call(call: string, input: never): Promise<Reply> {
        asked.push({ call, input })
        try {
          return { ok: true, value: await handlers[call]?.(input) }
        } catch (caught) {
          return { ok: false, error: toAppError(caught) }
        }
      },
      subscribe(listener: (event: BridgeEvent) => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  setActivePinia(createPinia())
})

afterEach(() => vi.unstubAllGlobals())

const sells = () => asked.filter(({ call }) => call === 'selling.sell').map(({ input }) => input)
const changed = (state: SaleState, draftId: string) =>
  tell({ name: 'selling.changed', payload: saleIn(state, { draftId }) })

async function quoted() {
  const drafts = useDrafts()
  drafts.follow()
  await drafts.open(claro)
  drafts.type('customerCellphone', '300 123 4567')
  drafts.type('amount', '5000')
  await drafts.goOn()
  return drafts
}

describe('selling', () => {
  test('asks for the quote with what was typed, then sells what was confirmed', async () => {
    const drafts = await quoted()
    expect(drafts.current?.stage).toBe('confirm')
    expect(asked.find(({ call }) => call === 'selling.quote')?.input).toEqual({
      productId: '7',
      values: { customerCellphone: '3001234567', amount: '5000' },
      quoteId: null,
    })
    await drafts.sell()
    expect(sells()).toMatchObject([{ quoteId: 'q1', again: false, values: quoteOf().values }])
    expect(drafts.current).toMatchObject({ stage: 'result', sale: { state: 'ACCEPTED' } })
  })

  test('pressed twice it sells once', async () => {
    const drafts = await quoted()
    await Promise.all([drafts.sell(), drafts.sell(), drafts.goOn(), drafts.sell()])
    expect(sells()).toHaveLength(1)
  })

  test('follows the sale; a late answer does not undo what an event told', async () => {
    const drafts = await quoted()
    const draftId = drafts.current?.draftId ?? ''
    handlers['selling.sell'] = ({ draftId: sent }) => {
      changed('SENDING', sent)
      changed('APPROVED', sent)
      return saleIn('ACCEPTED', { draftId: sent })
    }
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'result', sale: { state: 'APPROVED' } })
    changed('REJECTED', 'another draft')
    expect(drafts.current?.sale?.state).toBe('APPROVED')
    changed('REVIEW', draftId)
    expect(drafts.current?.sale?.state).toBe('REVIEW')
  })

  test('an expired token loses nothing: the same draft is sold once it is renewed', async () => {
    const drafts = await quoted()
    const draftId = drafts.current?.draftId
    handlers['selling.sell'] = () => {
      throw new Failure('UNAUTHORIZED')
    }
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'confirm', error: { code: 'UNAUTHORIZED' } })
    handlers['selling.sell'] = ({ draftId: sent }) => saleIn('APPROVED', { draftId: sent })
    await drafts.sell()
    expect(sells()).toMatchObject([{ draftId }, { draftId }])
  })

  test('the same sale minutes ago asks, and is sold again only when told so', async () => {
    const drafts = await quoted()
    handlers['selling.sell'] = ({ again, draftId }) => {
      if (!again) throw new Failure('SAME_SALE_RECENTLY', { minutes: 3 })
      return saleIn('APPROVED', { draftId })
    }
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'confirm', sameSale: { params: { minutes: 3 } } })
    await drafts.sell(true)
    expect(sells()).toMatchObject([{ again: false }, { again: true }])
    expect(drafts.current?.stage).toBe('result')
  })

  test('a quote that is no longer current goes back to the form and is asked anew', async () => {
    const drafts = await quoted()
    handlers['selling.sell'] = () => {
      throw new Failure('QUOTE_NOT_FOUND')
    }
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'form', error: { code: 'QUOTE_NOT_FOUND' } })
    await drafts.goOn()
    expect(asked.filter(({ call }) => call === 'selling.quote')).toHaveLength(2)
    expect(drafts.current?.stage).toBe('confirm')
  })

  test('not sent: tried again as a new sale that names the old one', async () => {
    const drafts = await quoted()
    const draftId = drafts.current?.draftId
    handlers['selling.sell'] = ({ draftId: sent }) => saleIn('NOT_SENT', { draftId: sent })
    await drafts.sell()
    drafts.retry()
    await drafts.sell()
    const [, second] = sells()
    expect(second).toMatchObject({ againOf: 's1' })
    expect(second).not.toMatchObject({ draftId })
  })
})

describe('looking away', () => {
  test('keeps what was typed, also while a sale runs', async () => {
    const drafts = useDrafts()
    await drafts.open(claro)
    drafts.type('customerCellphone', '300')
    const draftId = drafts.current?.draftId
    await drafts.open({ ...claro, id: '8', name: 'Tigo' })
    expect(drafts.others.map(({ product }) => product.id)).toEqual(['7'])
    await drafts.open(claro)
    expect(drafts.current).toMatchObject({ draftId, typed: { customerCellphone: '300' } })
    expect(drafts.back()).toBe(true)
    expect(drafts.current).toBeNull()
    await drafts.open(claro)
    expect(drafts.current?.typed).toEqual({ customerCellphone: '300' })
  })

  test('what was begun can be thrown away; what was sent cannot', async () => {
    const drafts = await quoted()
    await drafts.open({ ...claro, id: '8', name: 'Tigo' })
    drafts.discard('7')
    expect(drafts.others).toEqual([])
    await drafts.open(claro)
    expect(drafts.current?.quote).toBeNull()
    drafts.type('customerCellphone', '300 123 4567')
    await drafts.goOn()
    await drafts.sell()
    drafts.discard('7')
    expect(drafts.current?.stage).toBe('result')
  })

  test('a dismissed result is forgotten: the next sale of the product begins empty', async () => {
    const drafts = await quoted()
    const draftId = drafts.current?.draftId
    await drafts.sell()
    drafts.dismiss()
    await drafts.open(claro)
    expect(drafts.current).toMatchObject({ stage: 'form', typed: {}, quote: null, sale: null })
    expect(drafts.current?.draftId).not.toBe(draftId)
  })

  test('another profile begins with nothing of the one before', async () => {
    const connection = useConnection()
    connection.state = { ...connection.state, activeId: 'one' }
    const drafts = await quoted()
    connection.state = { ...connection.state, activeId: 'two' }
    expect(drafts.current).toBeNull()
    expect(drafts.others).toEqual([])
  })

  test('a form that is not stored is asked for again when the connection is back', async () => {
    const drafts = useDrafts()
    handlers['catalog.product'] = () => {
      throw new Failure('FORM_NOT_STORED')
    }
    await drafts.open(claro)
    expect(drafts.current?.error?.code).toBe('FORM_NOT_STORED')
    handlers['catalog.product'] = () => claroForm
    await drafts.resume()
    expect(drafts.current).toMatchObject({ error: null, detail: { productId: '7' } })
  })
})
