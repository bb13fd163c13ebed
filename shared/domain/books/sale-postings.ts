import { accountReading } from './account-reading.ts'
import { partOwed } from '../drawer/drawer.ts'
import { paidParts, type OwnSaleFact, type SaleFact } from './facts.ts'
import { credit, debit, type Posting } from './typed.ts'
import { vatInside } from './vat.ts'
import type { SaleFamily, VoucherKind } from './voucher.ts'

/** What a sale puts into one voucher; without postings it is only listed there. */
export interface SalePosting {
  kind: VoucherKind
  postings: Posting[]
}

/**
 * Whether what a sale came to is known: approved, or partial where the service's own balances show how much was done.
 * Only these are in a collection and a settlement; of all others nothing counts as earned or passed on.
 */
export function isSettled({ outcome, own }: SaleFact): boolean {
  return outcome === 'done' || (outcome === 'partial' && (own?.change ?? null) !== null)
}

/** The entries of one sale: at the counter (collected) and in the balance (settled). `rate`: vatInside. */
export function salePostings(sale: SaleFact, rate: number | null): SalePosting[] {
  const { own } = sale
  if (sale.outcome === 'undone') return own ? undone(sale, own) : []
  if (!isSettled(sale)) return own ? open(sale, own) : []
  if (sale.outcome === 'partial' && own) return partial(sale, own, rate)
  const family = familyOf(sale)
  if (sale.direction === null) return unknownWay(sale, family)
  if (sale.direction === 'out') return paidOut(sale, family)
  if (sale.nature === null) return unclassified(sale, family)
  return sale.nature === 'resale' ? resale(sale, family, rate) : collection(sale, family, rate)
}

function familyOf({ own, nature, direction }: SaleFact): SaleFamily {
  if (own === null) return 'elsewhere'
  if (nature === null) return 'unclassified'
  if (direction === 'out') return 'out'
  return nature === 'resale' ? 'resale' : 'agent'
}

function pair(family: SaleFamily, collected: Posting[], settled: Posting[]): SalePosting[] {
  return [
    { kind: `${family}-collected`, postings: collected },
    { kind: `${family}-settled`, postings: settled },
  ]
}

/** What of a sale was paid at once, and what is owed of it. */
function shares(own: OwnSaleFact): { paid: number; lent: number } {
  const lent = paidParts(own).find(({ tender }) => tender === 'credit')?.minor ?? 0
  return { paid: own.total - lent, lent }
}

/** Where the money of a sale is, of which this register took it; `lent`: what is owed of it. */
function counter(own: OwnSaleFact, lent: number): Posting[] {
  return paidParts(own).map(({ tender, minor }) => {
    if (tender === 'transfer') return debit('wallet', minor, own.via)
    return tender === 'credit' ? debit('credit', lent) : debit('cash', minor, own.shift ?? '')
  })
}
const received = ({ own, amount }: SaleFact) =>
  own ? counter(own, shares(own).lent) : [debit('elsewhere', amount)]

/** Whose money it is while it passes through. */
const through = ({ nature, product }: SaleFact) =>
  nature === null ? ({ role: 'suspense', part: product } as const) : third(product)
const third = (part: string) => ({ role: 'third', part }) as const

/** What the service's figures show and nothing explains: named, and for a person to look at. */
const restOf = (rest: number, { product }: SaleFact) => [
  debit('prepaid', rest),
  credit('suspense', rest, product),
]

/** Money for a third party: the cost that was passed on is not the shop's, what it kept beside it is its fee. */
function collection(sale: SaleFact, family: SaleFamily, rate: number | null): SalePosting[] {
  const { taken, paid, rest } = accountReading(sale)
  const { amount, product, own } = sale
  const beside = (own?.total ?? amount) - amount
  const passed = Math.min(beside, taken)
  const fee = beside - passed
  const vat = vatInside(fee, rate)
  return [
    ...pair(
      family,
      [
        ...received(sale),
        credit('third', amount, product),
        credit('cost-passed', passed),
        credit('fee', fee - vat),
        credit('vat-generated', vat),
      ],
      [
        debit('third', amount, product),
        debit('cost-passed', passed),
        debit('service-cost', taken - passed),
        credit('prepaid', amount + taken),
        ...restOf(rest, sale),
      ],
    ),
    ...earned('commission', sale, paid),
  ]
}

/** Goods of the shop's own: what the balance lost is their cost, a later discount lowers it. */
function resale(sale: SaleFact, family: SaleFamily, rate: number | null): SalePosting[] {
  const { taken, paid, rest } = accountReading(sale)
  const total = sale.own?.total ?? sale.amount
  const cost = sale.amount + taken - paid
  const discount = paid === 0 ? (sale.own?.incentive ?? 0) : 0
  const vat = vatInside(total - cost + discount, rate)
  const settled = [debit('resale-cost', cost), credit('prepaid', cost), ...restOf(rest, sale)]
  return [
    ...pair(
      family,
      [...received(sale), credit('income', total - vat), credit('vat-generated', vat)],
      settled,
    ),
    ...(paid === 0 ? earned('discount', sale, 0) : []),
  ]
}

/** The commission of a sale: paid into the balance at once, or owed by the provider as it was quoted. */
function earned(kind: 'commission' | 'discount', { own }: SaleFact, paid: number): SalePosting[] {
  const minor = paid || (own?.incentive ?? 0)
  if (minor <= 0) return []
  const to = kind === 'commission' ? 'commission-clearing' : 'resale-cost'
  return [{ kind, postings: [debit(paid > 0 ? 'prepaid' : 'provider', minor), credit(to, minor)] }]
}

/** Nobody said what it is: whatever it came to waits in Suspense, by product. */
function unclassified(sale: SaleFact, family: SaleFamily): SalePosting[] {
  const { value, taken, paid, rest } = accountReading(sale)
  const total = sale.own?.total ?? sale.amount
  const lost = taken - value - paid - rest
  return pair(
    family,
    [...received(sale), credit('suspense', total, sale.product)],
    [debit('suspense', lost, sale.product), credit('prepaid', lost)],
  )
}

/** Sold elsewhere, and nobody said which way its cash goes: listed, with no effect on any account. */
function unknownWay({ amount, product }: SaleFact, family: SaleFamily): SalePosting[] {
  const both = [debit('suspense', amount, product), credit('suspense', amount, product)]
  return pair(family, both, both)
}

/** Cash for a customer: the balance (or what the provider owes) grew by it. */
function paidOut(sale: SaleFact, family: SaleFamily): SalePosting[] {
  const { value, taken, paid, rest } = accountReading(sale)
  const { own, amount } = sale
  const owed = through(sale)
  return [
    ...pair(
      family,
      [
        { ...owed, minor: amount },
        own === null ? credit('elsewhere', amount) : handedOut(own, amount),
      ],
      [
        debit(value === 0 ? 'provider' : 'prepaid', amount),
        { ...owed, minor: -amount },
        debit('service-cost', taken),
        credit('prepaid', taken),
        ...restOf(rest, sale),
      ],
    ),
    ...earned('commission', sale, paid),
  ]
}

/** As the drawer has it: what ended late was not handed out, or is a payout. */
const handedOut = ({ late, paid, shift }: OwnSaleFact, minor: number) =>
  late || paid ? credit('payouts', minor) : credit('cash', minor, shift ?? '')

/** Nobody knows its end: what the customer paid, and what was taken of the balance, wait apart. */
function open({ direction }: SaleFact, own: OwnSaleFact): SalePosting[] {
  const { change } = own
  const { paid } = shares(own)
  const isHeld = direction !== 'out' && paid > 0
  return pair('open', isHeld ? [...counter(own, 0), credit('unresolved', paid)] : [], [
    debit('in-process', -(change ?? 0)),
    credit('prepaid', -(change ?? 0)),
  ])
}

/** Refused: what the customer had paid is owed to them. The balance should not have moved. */
function undone(sale: SaleFact, own: OwnSaleFact): SalePosting[] {
  const { late, paid: isGiven, change } = own
  const { paid } = shares(own)
  const isOwed = sale.direction !== 'out' && paid > 0 && (late || isGiven)
  if (!isOwed && (change ?? 0) === 0) return []
  return pair(
    'undone',
    isOwed ? [...counter(own, 0), credit('refunds', paid)] : [],
    restOf(change ?? 0, sale),
  )
}

/** What a quoted amount comes to for a part of the sale, half a minor unit rounded up. */
function shareOf(quoted: number, part: number, whole: number): number {
  if (quoted <= 0 || part <= 0 || whole <= 0) return 0
  return Number((2n * BigInt(quoted) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

/**
 * Done in part: by the service's balances so much was, the rest is owed to the customer. Of a resale so much of the quoted
 * discount is expected, too: it is all of the margin there is.
 */
function partial(sale: SaleFact, own: OwnSaleFact, rate: number | null): SalePosting[] {
  const change = own.change ?? 0
  const family = familyOf(sale)
  const owed = through(sale)
  if (sale.direction === 'out') {
    return pair(
      family,
      [{ ...owed, minor: change }, credit('payouts', change)],
      [debit('prepaid', change), { ...owed, minor: -change }],
    )
  }
  const done = Math.max(0, Math.min(-change, own.total))
  const value = Math.min(sale.amount, done)
  const { paid, lent } = shares(own)
  const owing = partOwed(done, paid, lent)
  const isResale = sale.nature === 'resale'
  const discount = isResale ? shareOf(own.incentive ?? 0, value, sale.amount) : 0
  const vat = vatInside(discount, rate)
  const pairs = pair(
    family,
    [
      ...counter(own, owing.lent),
      isResale ? credit('income', value - vat) : { ...owed, minor: -value },
      credit('vat-generated', vat),
      credit('cost-passed', done - value),
      credit('refunds', owing.back),
    ],
    [
      isResale ? debit('resale-cost', value) : { ...owed, minor: value },
      debit('cost-passed', done - value),
      credit('prepaid', done),
      ...restOf(change + done, sale),
    ],
  )
  const expected = [debit('provider', discount), credit('resale-cost', discount)]
  return discount > 0 ? [...pairs, { kind: 'discount', postings: expected }] : pairs
}
