import { intentSample, transactionSample } from '../../../electron/store/testing/journal-samples.ts'
import { keysOfCustomer } from '../../../electron/store/sales/sale-customer.ts'
import { nextSale, isFinal, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { z } from 'zod'
import type { Till } from './till.ts'
import type { Standing, World } from './world.ts'

// What people do at a register.

/** No sale waits longer for the hub, in milliseconds. */
const longestClaim = 400
/** Whoever sold the same so long ago (ms) is heard of. */
const withinMs = 600_000
const undone = ['NOT_SENT', 'REJECTED', 'DECLINED']

/** How a sale ends: its service says the same to whoever asks. */
const isApproved = (id: string) => Number(id.slice('sale-'.length)) % 4 !== 0

/** A sale as a cashier makes it: others are asked first, and never for long. */
export async function sell(world: World, { till }: Standing): Promise<void> {
  const { random, clock, counts, claimed } = world
  const id = `sale-${(counts.sales += 1)}`
  const phone = random.pick(world.customers)
  const minor = random.pick([500_000, 700_000])
  const amount = { minor, currency: 'COP' }
  const product = random.pick(['10000', '10001'])
  const of = { id, profileId: 'p1', productId: product, reference: phone, amount }
  till.selling(true)
  try {
    const began = clock.real()
    till.forgetClaim()
    const there = await within(world, till.claims.claim(of, withinMs, false))
    if (clock.real() - began > longestClaim) world.violate(`${id} waited for the hub`)
    const code = till.stream()?.code ?? ''
    const heard = till.state.lastClaim === 'heard'
    const what = JSON.stringify([product, phone, minor])
    const other = claimed.findLast(
      (one) => one.of === what && one.code !== code && one.at > clock.real() - withinMs + 2_000,
    )
    if (heard) counts.claims += 1
    if (heard && !there && other && !world.undone.has(other.sale))
      world.violate(`${id} is sold beside ${other.sale}, unasked`)
    if (there) {
      counts.told += 1
      world.note(`${id} is sold elsewhere`)
      if (random.chance(0.6)) return
    } else if (heard) claimed.push({ code, sale: id, of: what, at: clock.real() })
    write(world, till, { id, phone, amount, product })
  } finally {
    till.selling(false)
  }
}

/** Waits for an answer, as long as a sale may and somewhat longer. */
async function within<T>({ clock }: World, asked: Promise<T> | null): Promise<T | null> {
  let answer: { of: T } | null = null
  void asked?.then((of) => (answer = { of }))
  await clock.pass(0)
  const isHere = () => asked === null || answer !== null
  for (let ms = 0; !isHere() && ms < 2_000; ms += 100) await clock.pass(100)
  return answer === null ? null : (answer as { of: T }).of
}

function write(
  world: World,
  till: Till,
  {
    id,
    phone,
    amount,
    product,
  }: Pick<Parameters<typeof saleSample>[0], 'id' | 'phone' | 'amount' | 'product'>,
): void {
  const { random, note } = world
  const at = till.now()
  const direction = random.chance(0.1) ? 'out' : 'in'
  const { journal } = till
  const [open] = journal.shifts.open('p1')
  const intent = saleSample({ id, phone, amount, product, at, shift: open?.id ?? null, direction })
  const record = journal.prepare(intent)
  world.soldAt.set(id, world.clock.real())
  const facts = nextSale(record, { kind: 'sending' }, at)
  if (facts) journal.advance(record, { facts }, { kind: 'sending', at, error: null })
  note(`${till.deps.name} sells ${id}`)
  if (random.chance(0.7)) finish(world, till, id)
}

const saleSample = ({
  id,
  phone,
  amount,
  product,
  at,
  shift,
  direction,
}: {
  id: string
  phone: string
  amount: { minor: number; currency: string }
  product: string
  at: number
  shift: string | null
  direction: 'in' | 'out'
}) =>
  intentSample({
    ...{ id, draftId: id, productId: product, amount, direction, shift, reference: phone, phone },
    values: { customerCellphone: phone, amount: '5000' },
    body: JSON.stringify({ phone }),
    total: { minor: amount.minor + 20_000, currency: 'COP' },
    createdAt: at,
  })

/** The service says how a sale ended. */
export function finish(world: World, { journal, now, deps }: Till, id: string): void {
  const at = now()
  const record = journal.sale(id)
  if (!record) return
  const status = isApproved(id) ? 'APPROVED' : 'REJECTED'
  const transaction = transactionSample({
    ...{ id: `service ${id}`, status, statusName: status, amount: record.amount },
    ...{ statusId: isApproved(id) ? '2' : '3', product: { id: record.productId, name: 'Recarga' } },
    person: { document: '79123456', cellphone: record.phone ?? '' },
  })
  const steps: SaleEvidence[] = [
    { kind: 'accepted', skewMs: null },
    { kind: 'found', transaction, skewMs: null },
  ]
  let before = record
  for (const evidence of steps) {
    const facts = nextSale(before, evidence, at)
    const found = evidence.kind === 'found' ? { transaction } : {}
    const event = { kind: 'outcome', at, error: null, raw: '{}' } as const
    const after = facts && journal.advance(before, { facts, ...found }, event)
    if (after) before = after
  }
  if (undone.includes(before.state)) world.undone.add(id)
  world.note(`${deps.name}: ${id} is ${before.state}`)
}

const idRow = z.object({ id: z.string() })
const openOnes = `select id from sale where is_open = 1 order by id`

/** Of what is open in a journal some comes to its end, or all. */
export function settle(world: World, { till }: Standing, share = 0.6): void {
  for (const { id } of till.kept.db.all(idRow, openOnes)) {
    const record = till.journal.sale(id)
    if (record && !isFinal(record.state) && world.random.chance(share)) finish(world, till, id)
  }
}

const someSale = 'select id from sale order by id'
const saleOf = ({ random }: World, till: Till): string | null => {
  const all = till.kept.db.all(idRow, someSale)
  return all.length === 0 ? null : random.pick(all).id
}

export function print(world: World, { till }: Standing): void {
  const id = saleOf(world, till)
  if (id === null) return
  const at = till.now()
  const paper = { saleId: id, kind: 'receipt', at, printer: 'p', cashier: null } as const
  const begun = till.journal.receipts.begin(paper)
  if (world.random.chance(0.5)) till.journal.receipts.end(begun.seq, 'done', at)
}

/** A drawer is opened, or money is moved in it. */
export function move(world: World, { till }: Standing): void {
  const { shifts } = till.journal
  const at = till.now()
  const [open] = shifts.open('p1')
  const number = (world.counts.sent += 1)
  if (!open) {
    const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: at, base: [] }
    shifts.begin({ id: `shift-${number}`, ...draft, follows: null })
    return
  }
  const amount = { minor: 1_000, currency: 'COP' }
  const moving = { direction: 'in', reason: 'other', amount, cashier: null } as const
  const id = `move-${number}`
  shifts.movements.add({
    id,
    shiftId: open.id,
    at,
    note: `para ${world.random.pick(world.customers)}`,
    ...moving,
  })
}

/** A customer is to be forgotten: here, or everywhere. */
export function forget(world: World, { till }: Standing, isEverywhere: boolean): void {
  const phone = world.random.pick(world.customers)
  const at = till.now()
  const sales = till.kept.db
    .all(idRow, 'select id from sale where reference = ?', phone)
    .map(({ id }) => id)
  const why = { at, why: 'request', by: null } as const
  const everywhere = isEverywhere ? { keys: keysOfCustomer(phone), at } : null
  const ordersOf = () => till.kept.db.all(idRow, 'select id from erasure_order').map(({ id }) => id)
  const before = ordersOf()
  till.journal.personal.ask({ sales, notes: [] }, why, undefined, everywhere)
  const order = ordersOf().find((id) => !before.includes(id))
  if (order !== undefined) world.orders.push({ id: order, phone, at, real: world.clock.real() })
  world.note(`${till.deps.name} forgets ${phone}${isEverywhere ? ' everywhere' : ''}`)
}

/** What is due is erased, as behind the window. */
export function eraseDue(world: World, { till }: Standing): void {
  world.counts.erased += till.journal.personal.eraseDue(till.now(), 50)
}

export function say(world: World, { till }: Standing): void {
  const { random } = world
  const direction = random.pick(['in', 'out', null] as const)
  till.journal.productSettings.set('p1', [random.pick(['7', '8'])], { direction }, till.now())
}

export function noteBalance(world: World, { till }: Standing): void {
  const balance = { minor: world.random.int(1, 9), currency: 'COP' }
  const seen = { at: till.now(), reason: 'opening', balance, profits: balance } as const
  till.journal.recordBalance('p1', seen)
}
