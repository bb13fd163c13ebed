import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { SoldThere } from '../../../shared/domain/sale/sold-there.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { MerchantService, SellEvidence } from '../../service/service.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import { soldBy, buildIntent, type SoldBy } from './build-intent.ts'
import type { SaleRecorder, Finding } from './sale-recorder.ts'
import { sellFinding } from './findings.ts'
import type { SellingDeps } from './ports.ts'
import { productOnSale, serviceOf } from './product-on-sale.ts'
import type { QuoteBook } from './quotes.ts'
import { isSameDraft } from './same-draft.ts'
import { claimSale, refuseSameSale, refuseSoldThere } from './same-sale.ts'
import { uuid7 } from './uuid7.ts'

type SellInput = ParsedInput<'selling.sell'>

/** Makes sales: each intent durable before a byte leaves, and sent at most once. */
export type Seller = ReturnType<typeof createSeller>

/** The sales that one run has in hand. */
interface InHand {
  readonly deps: SellingDeps
  readonly recorder: SaleRecorder
  readonly quotes: QuoteBook
  readonly newId: (epochMs: number) => string
  /** Every draft that is being sold, so that it is sold once. */
  readonly flights: Map<string, Promise<SaleRecord>>
  /** When each request began, by the clock that is never set. */
  readonly sentMonotonic: Map<string, number>
  readonly sending: Set<string>
  /** Outcomes that could not be written yet. */
  readonly late: Map<string, Finding>
  stopping: boolean
}

export function createSeller(deps: SellingDeps, recorder: SaleRecorder, quotes: QuoteBook) {
  const hand: InHand = {
    deps,
    recorder,
    quotes,
    newId: deps.newId ?? uuid7,
    flights: new Map(),
    sentMonotonic: new Map(),
    sending: new Set(),
    late: new Map(),
    stopping: false,
  }
  return {
    /** The sale when the outcome of its one request is durable; the same draft gives the same sale. */
    sell: (input: SellInput): Promise<SaleRecord> => sell(hand, input),
    /** Whether this run has a sale in hand: its request is running, or its outcome is still to be written. */
    isInHand: (saleId: string): boolean => hand.sending.has(saleId) || hand.late.has(saleId),
    /** Whether any sale is being made now. */
    isSelling: (): boolean => hand.flights.size > 0,
    /** When this run began to send it, by the monotonic clock; null when another run did. */
    sentAtMonotonic: (saleId: string): number | null => hand.sentMonotonic.get(saleId) ?? null,
    /** Tries again to write the outcomes that could not be written, each by itself; false: some still cannot. */
    recordLate: (): boolean => recordLate(hand),
    /** Takes no sale any more; settles when no request is running and late outcomes were tried once more. */
    stop: (): Promise<void> => stop(hand),
  }
}

function sell(hand: InHand, input: SellInput): Promise<SaleRecord> {
  const { flights } = hand
  const flight = flights.get(input.draftId)
  if (flight) return flight.then((record) => sameDraft(record, input))
  const sale = begin(hand, input).finally(() => flights.delete(input.draftId))
  flights.set(input.draftId, sale)
  return sale
}

async function begin(hand: InHand, input: SellInput): Promise<SaleRecord> {
  const { deps } = hand
  const known = deps.journal.saleOfDraft(input.draftId)
  if (known) return sameDraft(known, input)
  deps.mayBegin?.()
  mustBeOpen(hand)
  const seller = soldBy(deps)
  const found = await productOnSale(deps, input.productId)
  const intent = intentNow(hand, input, seller, found)
  const asked = claimSale(deps, intent, input.again)
  // From here to the request nothing waits, so that no other sale comes in between.
  if (asked === null) return request(hand, write(hand, intent), found.service)
  return sellClaimed(hand, input, seller, { ...found, intent, asked })
}

/** What begins a sale, as all of it stands now. */
function intentNow(
  hand: InHand,
  input: SellInput,
  seller: SoldBy,
  { product, service, intent }: { product: SaleProduct; service: MerchantService; intent?: Intent },
): Intent {
  const { deps } = hand
  deps.mayBegin?.()
  mustBeOpen(hand)
  mustStillBe(deps, seller)
  const sources = intent ? { ...hand, newId: () => intent.id } : hand
  const now = buildIntent(sources, input, product, service)
  if (!input.again) {
    refuseSameSale(deps, now)
    deps.refuseSoldSince?.(now)
  }
  return now
}

/** Sells what the other registers were told of. Who waited for them looks at everything once more. */
async function sellClaimed(
  hand: InHand,
  input: SellInput,
  seller: SoldBy,
  claimed: Awaited<ReturnType<typeof productOnSale>> & {
    intent: Intent
    asked: Promise<SoldThere | null>
  },
): Promise<SaleRecord> {
  const { deps } = hand
  let { service, intent } = claimed
  let sent: SaleRecord
  try {
    if (!input.again) {
      refuseSoldThere(await claimed.asked)
      service = serviceOf(deps, service.profile.id)
      intent = intentNow(hand, input, seller, { ...claimed, service })
    }
    sent = write(hand, intent)
  } catch (caught) {
    deps.elsewhere?.release(intent.id)
    throw caught
  }
  return request(hand, sent, service)
}

/** (1) and (2), one right after the other. */
const write = (hand: InHand, intent: Intent): SaleRecord => markSending(hand, prepare(hand, intent))

function mustBeOpen({ stopping }: InHand): void {
  if (stopping) throw new Failure('APP_CLOSING')
}

/** Who began a sale has left the register, or closed the drawer: its cash would be in another's, or in none. */
function mustStillBe(deps: SellingDeps, { cashierId, shift }: SoldBy): void {
  const now = soldBy(deps)
  if (cashierId !== null && now.cashierId !== cashierId) throw new Failure('LOCKED')
  if (shift !== null && now.shift !== shift) throw new Failure('SHIFT_NOT_OPEN')
}

/** (1) PREPARED, durable in the journal and in intents.log. */
function prepare(hand: InHand, intent: Intent): SaleRecord {
  const { deps, recorder } = hand
  try {
    const record = deps.journal.prepare(intent, deps.trailLine?.(intent) ?? null)
    recorder.tell(record, null)
    return record
  } catch (caught) {
    abandon(hand, intent.id, caught)
    throw caught
  }
}

/** (2) SENDING, by compare-and-set; only then may the socket open. */
function markSending(hand: InHand, prepared: SaleRecord): SaleRecord {
  const finding: Finding = {
    evidence: { kind: 'sending' },
    event: { kind: 'sending', error: null },
  }
  hand.sending.add(prepared.id)
  forgetEnded(hand)
  hand.sentMonotonic.set(prepared.id, hand.deps.clock.monotonic())
  try {
    const record = hand.recorder.record(prepared, finding)
    if (record.state === 'SENDING' && record.revision === prepared.revision + 1) return record
    throw new Failure('UNEXPECTED', { reason: `sale ${prepared.id} is ${record.state}` })
  } catch (caught) {
    hand.sending.delete(prepared.id)
    abandon(hand, prepared.id, caught)
    throw caught
  }
}

/** Of a sale that no look-up follows any more nobody asks how old it is. */
function forgetEnded({ recorder, sentMonotonic, sending, late }: InHand): void {
  for (const id of sentMonotonic.keys()) {
    if (!recorder.follows(id) && !sending.has(id) && !late.has(id)) sentMonotonic.delete(id)
  }
}

/** The one request, and (3) its outcome, durable before anyone hears of it. */
async function request(
  hand: InHand,
  sent: SaleRecord,
  service: MerchantService,
): Promise<SaleRecord> {
  try {
    const finding = sellFinding(await shoot(hand, sent, service))
    return recordOrKeep(hand, sent, finding)
  } finally {
    hand.sending.delete(sent.id)
  }
}

async function shoot(
  { deps }: InHand,
  sent: SaleRecord,
  service: MerchantService,
): Promise<SellEvidence> {
  const { clock } = deps
  const startedAt = clock.now()
  try {
    return await service.sell(sent.body)
  } catch (caught) {
    // sell promises never to throw. If it does, whether anything was sent is not known.
    const none = { httpStatus: null, serverDate: null, raw: null }
    const exchange = { startedAt, endedAt: clock.now(), ...none }
    return { kind: 'unknown', error: toAppError(caught), exchange }
  }
}

/** Nothing was sent and nothing will be: says so in the journal, now or when the disk lets it. */
function abandon({ deps, recorder, late }: InHand, saleId: string, caught: unknown): void {
  const error = toAppError(caught)
  const finding: Finding = {
    evidence: { kind: 'not-sent', error },
    event: { kind: 'outcome', error },
  }
  try {
    if (deps.journal.sale(saleId)) recorder.record(saleId, finding)
  } catch (again) {
    late.set(saleId, finding)
    deps.onProblem(toAppError(again))
  }
}

function recordOrKeep(
  { deps, recorder, late }: InHand,
  sent: SaleRecord,
  finding: Finding,
): SaleRecord {
  try {
    return recorder.record(sent, finding)
  } catch (caught) {
    // On disk it stays SENDING, which a restart reads as UNKNOWN: what is known is tried again here.
    late.set(sent.id, finding)
    const error = toAppError(caught)
    // It was sent: an error alone would read as if it could be sold again.
    deps.onProblem(error)
    return { ...sent, state: 'UNKNOWN', error }
  }
}

function recordLate({ deps, recorder, late }: InHand): boolean {
  for (const [saleId, finding] of late) {
    orTold(deps.onProblem, () => {
      if (deps.journal.sale(saleId)) recorder.record(saleId, finding)
      late.delete(saleId)
    })
  }
  return late.size === 0
}

async function stop(hand: InHand): Promise<void> {
  hand.stopping = true
  while (hand.flights.size > 0) await Promise.allSettled(hand.flights.values())
  recordLate(hand)
}

function sameDraft(record: SaleRecord, input: SellInput): SaleRecord {
  if (record.productId !== input.productId || !isSameDraft(record.values, input.values)) {
    throw new Failure('DRAFT_DIFFERS')
  }
  return record
}
