import { expect, it } from 'vitest'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { firstForm } from '../../../shared/domain/form/sale-form.ts'
import { Failure } from '../../../shared/errors.ts'
import { buildIntent } from './build-intent.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { KeptQuote } from './quotes.ts'
import { memoryProfile } from './testing/memory-service.ts'
import { opening, topUp } from './testing/shop.ts'
import { createVirtualClock } from './testing/virtual-clock.ts'

const cop = (units: number) => ({ minor: units * 100, currency: 'COP' })
const values = { customerCellphone: '300 123 4567', amount: '5000' }
const typed: ParsedInput<'selling.sell'> = {
  draftId: 'draft-0001',
  productId: '10000',
  quoteId: null,
  values,
  again: false,
  againOf: null,
}
const quoted: KeptQuote = {
  productId: '10000',
  profileId: 'p1',
  direction: 'in',
  form: firstForm(topUp.form?.inputs ?? []),
  asked: values,
  values,
  bound: null,
  result: { cost: cop(200), incentive: cop(50), amount: null, errorMessage: null },
}

/** The intent of what was typed, or the code of why there is none. */
function intent(
  input: Partial<ParsedInput<'selling.sell'>> = {},
  { product = topUp, quote = quoted }: { product?: SaleProduct; quote?: KeptQuote } = {},
) {
  const sources = {
    deps: {
      clock: createVirtualClock(opening),
      cashier: () => ({ id: 'p-ana', name: 'Ana' }),
      shift: () => 'shift-1',
    },
    quotes: { find: () => quote, quote: () => Promise.reject(new Error('nothing is asked')) },
    newId: (at: number) => `sale-${at}`,
  }
  try {
    return buildIntent(sources, { ...typed, ...input }, product, { profile: memoryProfile })
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : caught
  }
}

it('says what was typed, by whom, in which shift and when', () => {
  expect(intent()).toMatchObject({
    id: `sale-${opening}`,
    profileId: 'p1',
    productName: 'Recarga',
    amount: cop(5000),
    total: cop(5000),
    cost: null,
    cashier: 'Ana',
    cashierId: 'p-ana',
    shift: 'shift-1',
    createdAt: opening,
  })
})

it('takes cost and commission from the quote that was confirmed', () => {
  const said = intent({ quoteId: 'q1' })
  expect(said).toMatchObject({ cost: cop(200), incentive: cop(50), total: cop(5200) })
  expect(said).toHaveProperty('body', expect.stringContaining(`"_id":"sale-${opening}"`))
})

it.each<[string, KeptQuote, SaleProduct?]>([
  ['QUOTE_NOT_FOUND', quoted, { ...topUp, direction: 'out' }],
  ['QUOTE_NOT_FOUND', { ...quoted, bound: cop(6000) }],
  ['QUOTE_REFUSED', { ...quoted, result: { ...quoted.result, errorMessage: 'No hay cupo' } }],
])('%s where the quote is not what would be sold', (code, quote, product = topUp) => {
  expect(intent({ quoteId: 'q1' }, { quote, product })).toBe(code)
})

it('holds a tender that needs change, and none that is exact or too small', () => {
  const cash = (units: number) => ({ kind: 'cash' as const, received: cop(units) })
  expect(intent({ tender: cash(10_000) })).toHaveProperty('tender', cash(10_000))
  expect(intent({ tender: { kind: 'cash', received: null } })).not.toHaveProperty('tender')
  expect(intent({ tender: cash(1000) })).toBe('TENDER_TOO_SMALL')
})

it('holds both of two ways where the first is some of the total and the cash reaches the rest', () => {
  const sent = { kind: 'transfer', via: 'Nequi', note: '551', seen: false } as const
  const split = (units: number, received: number | null = null): Tender => ({
    ...{ kind: 'cash', received: received === null ? null : cop(received) },
    first: { ...sent, amount: cop(units) },
  })
  for (const tender of [split(1), split(4999), split(2000, 10_000)])
    expect(intent({ tender })).toHaveProperty('tender', tender)
  for (const tender of [split(0), split(5000), split(5001), split(2000, 2999)])
    expect(intent({ tender })).toBe('TENDER_TOO_SMALL')
  // Of what is handed out nothing was paid.
  const out: SaleProduct = { ...topUp, direction: 'out' }
  const quote: KeptQuote = { ...quoted, direction: 'out' }
  const handed = intent({ tender: split(2000) }, { quote, product: out })
  expect(handed).toMatchObject({ direction: 'out' })
  expect(handed).not.toHaveProperty('tender')
})
