import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BridgeEvent, Reply } from '../../../shared/contract/bridge.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useDrafts } from './drafts.ts'
import { useTenders } from './tenders.ts'
import { claro, claroForm, quoteOf, saleIn } from './testing/samples.ts'

type Handler = (input: { draftId: string; again: boolean; againOf: string | null }) => unknown

let handlers: Record<string, Handler>
let asked: { call: string; input: unknown }[]
let tell: (event: BridgeEvent) => void

beforeEach(() => {
  asked = []
  handlers = {
    'catalog.product': () => claroForm,
    'selling.quote': () => quoteOf(),
    'shift.left': () => ({}),
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

  const same = ['SAME_SALE_RECENTLY', 'SAME_SALE_MADE_THERE', 'SAME_SALE_BEGUN_THERE'] as const
  test.each(same)('%s asks, and is sold again only when told so', async (code) => {
    const drafts = await quoted()
    handlers['selling.sell'] = ({ again, draftId }) => {
      if (!again) throw new Failure(code, { minutes: 3 })
      return saleIn('APPROVED', { draftId })
    }
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'confirm', sameSale: { params: { minutes: 3 } } })
    await drafts.sell(true)
    expect([sells(), drafts.current]).toMatchObject([[{}, { again: true }], { stage: 'result' }])
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
    useTenders().say(draftId ?? '', { kind: 'transfer', via: 'Nequi' })
    await drafts.sell().then(drafts.retry)
    await drafts.sell()
    const [, second] = sells()
    expect(second).toMatchObject({ againOf: 's1', tender: { via: 'Nequi' } })
    expect(second).not.toMatchObject({ draftId })
  })
})

describe('an answer that comes late', () => {
  /** Holds the next answer of a call until it is released. */
  function hold(call: string): (value: unknown) => void {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const before = handlers[call]
    handlers[call] = () => {
      if (before) handlers[call] = before
      return promise
    }
    return resolve
  }

  async function asking(phone: string) {
    const drafts = useDrafts()
    await drafts.open(claro)
    drafts.type('customerCellphone', phone)
    drafts.type('amount', '5000')
    const release = hold('selling.quote')
    return { drafts, release, gone: drafts.goOn() }
  }

  test('is not taken for the quote of another sale of the same product', async () => {
    const { drafts, release, gone } = await asking('300 111 1111')
    await drafts.open({ ...claro, id: '8', name: 'Tigo' })
    drafts.discard('7')
    await drafts.open(claro)
    drafts.type('customerCellphone', '300 222 2222')
    release(quoteOf())
    await gone
    expect(drafts.current).toMatchObject({
      stage: 'form',
      quote: null,
      busy: null,
      typed: { customerCellphone: '300 222 2222' },
    })
  })

  test('nor is its error, nor one of another profile', async () => {
    const connection = useConnection()
    connection.state = { ...connection.state, activeId: 'one' }
    const { drafts, release, gone } = await asking('300 111 1111')
    connection.state = { ...connection.state, activeId: 'two' }
    await drafts.open(claro)
    release(Promise.reject(new Failure('CONNECTION_LOST')))
    await gone
    expect(drafts.current).toMatchObject({ stage: 'form', error: null, strict: false })
  })

  test('nor does a form that was asked for before end the wait for its own', async () => {
    const drafts = useDrafts()
    const release = hold('catalog.product')
    const opened = drafts.open(claro)
    drafts.back()
    drafts.discard('7')
    const releaseOwn = hold('catalog.product')
    const own = drafts.open(claro)
    release(Promise.reject(new Failure('FORM_NOT_STORED')))
    await opened
    expect(drafts.current).toMatchObject({ busy: 'detail', error: null })
    releaseOwn(claroForm)
    await own
    expect(drafts.current).toMatchObject({ busy: null, detail: { productId: '7' } })
  })

  test('a look at the sale before does not hold up the next try', async () => {
    const drafts = await quoted()
    handlers['selling.sell'] = ({ draftId }) => saleIn('NOT_SENT', { draftId })
    await drafts.sell()
    const release = hold('selling.look')
    const looked = drafts.look()
    drafts.retry()
    expect(drafts.current).toMatchObject({ stage: 'confirm', busy: null })
    release(saleIn('NOT_SENT'))
    await looked
    expect(drafts.current).toMatchObject({ stage: 'confirm', sale: null })
  })
})

describe('selling again', () => {
  const before = saleIn('REJECTED', { id: 's0', values: { customerCellphone: '3009998877' } })
  beforeEach(() => {
    handlers['catalog.listed'] = () => ({ products: [] })
  })

  test('begins with what was sent then, and asks for its quote', async () => {
    const drafts = useDrafts()
    await drafts.openAgain(before)
    expect(drafts.current).toMatchObject({ againOf: 's0', stage: 'confirm' })
  })

  test('does not throw away a sale of that product half typed unless told so', async () => {
    const drafts = useDrafts()
    await drafts.open(claro)
    drafts.type('customerCellphone', '300 123')
    await drafts.openAgain(before)
    expect(drafts.current).toMatchObject({ typed: { customerCellphone: '300 123' }, againOf: null })
    expect(drafts.held).toMatchObject({ again: { id: 's0' } })
    await drafts.decideHeld(false)
    expect(drafts.held).toBeNull()
    expect(drafts.current?.typed).toEqual({ customerCellphone: '300 123' })
    await drafts.openAgain(before)
    await drafts.decideHeld(true)
    expect(drafts.current).toMatchObject({ againOf: 's0' })
    await drafts.openAgain(before)
    expect(drafts.held).toBeNull()
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

  test.each(['APPROVED', 'ACCEPTED', 'REJECTED'] as const)(
    'chosen again, a product whose sale is %s begins a new one, and what has no end is left',
    async (state) => {
      const drafts = await quoted()
      const draftId = drafts.current?.draftId
      handlers['selling.sell'] = ({ draftId: sent }) => saleIn(state, { draftId: sent })
      await drafts.sell()
      await drafts.choose(claro)
      expect(drafts.current).toMatchObject({ stage: 'form', typed: {}, sale: null })
      expect(drafts.current?.draftId).not.toBe(draftId)
      const left = asked.filter(({ call }) => call === 'shift.left').map(({ input }) => input)
      expect(left).toEqual(state === 'ACCEPTED' ? [{ saleId: 's1' }] : [])
    },
  )

  test('chosen again, what was typed stays, and so does a result that could not be left', async () => {
    const drafts = await quoted()
    await drafts.choose(claro)
    expect(drafts.current?.stage).toBe('confirm')
    await drafts.sell()
    handlers['shift.left'] = () => Promise.reject(new Failure('UNAUTHORIZED'))
    await drafts.choose(claro)
    expect(drafts.current).toMatchObject({ stage: 'result', error: { code: 'UNAUTHORIZED' } })
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

describe('which way the cash goes', () => {
  const said = (direction: 'in' | 'out') =>
    tell({ name: 'products.changed', payload: [{ productId: '7', direction, nature: null }] })

  test('said anew, what was quoted is asked again; a sale that is out stays as it was', async () => {
    const drafts = await quoted()
    const before = drafts.current?.draftId
    said('out')
    const product = { direction: 'out' }
    expect(drafts.current).toMatchObject({ stage: 'form', quoteStale: true, product })
    expect(drafts.current?.draftId).not.toBe(before)
    await drafts.goOn()
    await drafts.sell()
    said('in')
    expect(drafts.current).toMatchObject({ stage: 'result', product })
  })

  test('a result gives way to the next bill of its product, and a quote to its first form', async () => {
    const drafts = await quoted()
    drafts.makeRoom('7')
    expect(drafts.current).toMatchObject({ stage: 'form', quote: null })
    await drafts.goOn()
    await drafts.sell()
    drafts.makeRoom('7')
    expect(drafts.current).toBeNull()
  })
})

describe('what a customer bought before', () => {
  const before = {
    reference: '3009998877',
    phone: '3009998877',
    values: { customerCellphone: '3009998877', amount: '7000' },
    amount: { minor: 700_000, currency: 'COP' },
    at: 1,
  }

  test('fills the form, is quoted anew, and asks for the operator of the phone', async () => {
    const drafts = useDrafts()
    await drafts.open(claro)
    drafts.repeat(before)
    expect(drafts.form?.values).toMatchObject(before.values)
    expect(drafts.askOperator).toBe('3009998877')
    drafts.sameOperator()
    expect(drafts.askOperator).toBeNull()
    expect(drafts.current).toMatchObject({ stage: 'form', quote: null })
  })

  test('asks no more once another number is typed, nor where the phone is only a contact', async () => {
    const drafts = useDrafts()
    await drafts.open(claro)
    drafts.repeat(before)
    drafts.type('customerCellphone', '310 222 3344')
    expect(drafts.askOperator).toBeNull()
    drafts.repeat({ ...before, reference: '12345' })
    expect(drafts.askOperator).toBeNull()
  })
})
