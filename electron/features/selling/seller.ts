import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import type { Direction, Money } from '../../../shared/domain/money/money.ts'
import { mustSayAmount, sellBody } from '../../../shared/domain/form/payload.ts'
import { impersonalFields } from '../../../shared/domain/people/personal.ts'
import {
  fieldText,
  firstForm,
  formProblems,
  identityOf,
  type SaleForm,
} from '../../../shared/domain/form/sale-form.ts'
import { fitsTotal, isExactCash, type Tender } from '../../../shared/domain/drawer/tender.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { MerchantService, SellEvidence } from '../../service/service.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'
import type { SaleRecorder, Finding } from './sale-recorder.ts'
import { sellFinding } from './findings.ts'
import type { SellingDeps } from './ports.ts'
import { productOnSale } from './product-on-sale.ts'
import {
  amountToCharge,
  preparedValues,
  refuseProblems,
  totalOf,
  type QuoteBook,
} from './quotes.ts'
import { mustBeQuoted } from './quote-bounds.ts'
import { isSameSale } from './same-draft.ts'
import { uuid7 } from './uuid7.ts'

type SellInput = ParsedInput<'selling.sell'>

/** Makes sales: each intent durable before a byte leaves, and sent at most once. */
export interface Seller {
  /** The sale when the outcome of its one request is durable; the same draft gives the same sale. */
  sell(input: SellInput): Promise<SaleRecord>
  /** Whether this run has a sale in hand: its request is running, or its outcome is still to be written. */
  isInHand(saleId: string): boolean
  /** When this run began to send it, by the monotonic clock; null when another run did. */
  sentAtMonotonic(saleId: string): number | null
  /** Tries again to write the outcomes that could not be written, each by itself; false: some still cannot. */
  recordLate(): boolean
  /** Takes no sale any more; settles when no request is running and late outcomes were tried once more. */
  stop(): Promise<void>
}

const sameSaleWindow = 10 * 60_000

export function createSeller(deps: SellingDeps, recorder: SaleRecorder, quotes: QuoteBook): Seller {
  const { journal, clock } = deps
  const newId = deps.newId ?? uuid7
  const flights = new Map<string, Promise<SaleRecord>>()
  const sentMonotonic = new Map<string, number>()
  const sending = new Set<string>()
  const late = new Map<string, Finding>()
  let stopping = false

  function sell(input: SellInput): Promise<SaleRecord> {
    const flight = flights.get(input.draftId)
    if (flight) return flight.then((record) => sameDraft(record, input))
    const sale = begin(input).finally(() => flights.delete(input.draftId))
    flights.set(input.draftId, sale)
    return sale
  }

  async function begin(input: SellInput): Promise<SaleRecord> {
    const known = journal.saleOfDraft(input.draftId)
    if (known) return sameDraft(known, input)
    deps.mayBegin?.()
    mustBeOpen()
    const seller = atRegister()
    const { product, service } = await productOnSale(deps, input.productId)
    mustBeOpen()
    mustStillBe(seller)
    const intent = intentOf(input, product, service)
    if (!input.again) refuseRepeat(intent)
    // From here to the request nothing waits, so that no other sale comes in between.
    const prepared = prepare(intent)
    const sent = markSending(prepared)
    return request(sent, service)
  }

  function mustBeOpen(): void {
    if (stopping) throw new Failure('APP_CLOSING')
  }

  function atRegister(): { cashier: string | null; shift: string | null } {
    return { cashier: deps.cashier?.() ?? null, shift: deps.shift?.() ?? null }
  }

  /** Who began a sale has left the register, or closed the drawer: its cash would be in another's, or in none. */
  function mustStillBe({ cashier, shift }: ReturnType<typeof atRegister>): void {
    const now = atRegister()
    if (cashier !== null && now.cashier !== cashier) throw new Failure('LOCKED')
    if (shift !== null && now.shift !== shift) throw new Failure('SHIFT_NOT_OPEN')
  }

  function intentOf(
    input: SellInput,
    product: Awaited<ReturnType<SellingDeps['productForSale']>>,
    service: MerchantService,
  ): Intent {
    const { productId, draftId, againOf } = input
    const { profile } = service
    const { country } = profile
    const quote = input.quoteId === null ? null : quotes.find(input.quoteId, productId, profile.id)
    // The total that was confirmed says the cash goes the other way.
    if (quote && quote.direction !== product.direction) throw new Failure('QUOTE_NOT_FOUND')
    if (quote?.result.errorMessage) {
      throw new Failure('QUOTE_REFUSED', { message: quote.result.errorMessage })
    }
    const form = quote?.form ?? firstForm(product.form?.inputs ?? [])
    const values = preparedValues(form, input.values, country, product)
    if (quote) mustBeQuoted(quote, values)
    refuseProblems(formProblems(form, values, country, 'sell'))
    const quoted = quote?.result.amount ?? null
    const amount = amountToCharge(form, values, country, quoted, product.price)
    if (!amount) throw new Failure('AMOUNT_MISSING')
    const bound = quote?.bound ?? null
    if (bound !== null && amount.minor !== bound.minor) throw new Failure('QUOTE_NOT_FOUND')
    const cost = quote?.result.cost ?? null
    const total = totalOf(amount, cost, product.direction)
    const payload = { productId, form, values, profile }
    mustSayAmount(payload, amount)
    const createdAt = clock.now()
    const id = newId(createdAt)
    return {
      id,
      draftId,
      profileId: profile.id,
      productId,
      productName: product.name,
      categoryName: product.categoryName,
      tip: product.tip,
      direction: product.direction,
      amount,
      cost,
      incentive: quote?.result.incentive ?? null,
      total,
      ...tenderOf(input.tender, total, product.direction),
      ...identityOf(form, values, country),
      values: declaredValues(form, values),
      impersonal: impersonalFields(form, product.form?.inputs ?? []),
      body: sellBody(payload, id, quote?.result.sign ?? null),
      ...atRegister(),
      againOf,
      createdAt,
    }
  }

  function refuseRepeat({ profileId, productId, reference, amount, createdAt }: Intent): void {
    const since = createdAt - sameSaleWindow
    const before = journal.sameSale({ profileId, productId, reference, amount, since })
    if (!before) return
    const minutes = Math.max(0, Math.floor((createdAt - before.createdAt) / 60_000))
    const within = minutes + 1
    throw new Failure('SAME_SALE_RECENTLY', { minutes, within, saleId: before.id })
  }

  /** (1) PREPARED, durable in the journal and in intents.log. */
  function prepare(intent: Intent): SaleRecord {
    try {
      const record = journal.prepare(intent, deps.trailLine?.(intent) ?? null)
      recorder.tell(record, null)
      return record
    } catch (caught) {
      abandon(intent.id, caught)
      throw caught
    }
  }

  /** (2) SENDING, by compare-and-set; only then may the socket open. */
  function markSending(prepared: SaleRecord): SaleRecord {
    const finding: Finding = {
      evidence: { kind: 'sending' },
      event: { kind: 'sending', error: null },
    }
    sending.add(prepared.id)
    sentMonotonic.set(prepared.id, clock.monotonic())
    try {
      const record = recorder.record(prepared, finding)
      if (record.state === 'SENDING' && record.revision === prepared.revision + 1) return record
      throw new Failure('UNEXPECTED', { reason: `sale ${prepared.id} is ${record.state}` })
    } catch (caught) {
      sending.delete(prepared.id)
      abandon(prepared.id, caught)
      throw caught
    }
  }

  /** The one request, and (3) its outcome, durable before anyone hears of it. */
  async function request(sent: SaleRecord, service: MerchantService): Promise<SaleRecord> {
    try {
      const finding = sellFinding(await shoot(sent, service))
      return recordOrKeep(sent, finding)
    } finally {
      sending.delete(sent.id)
    }
  }

  async function shoot(sent: SaleRecord, service: MerchantService): Promise<SellEvidence> {
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
  function abandon(saleId: string, caught: unknown): void {
    const error = toAppError(caught)
    const finding: Finding = {
      evidence: { kind: 'not-sent', error },
      event: { kind: 'outcome', error },
    }
    try {
      if (journal.sale(saleId)) recorder.record(saleId, finding)
    } catch (again) {
      late.set(saleId, finding)
      deps.onProblem(toAppError(again))
    }
  }

  function recordOrKeep(sent: SaleRecord, finding: Finding): SaleRecord {
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

  function recordLate(): boolean {
    for (const [saleId, finding] of late) {
      try {
        if (journal.sale(saleId)) recorder.record(saleId, finding)
        late.delete(saleId)
      } catch (caught) {
        deps.onProblem(toAppError(caught))
      }
    }
    return late.size === 0
  }

  return {
    sell,
    isInHand: (saleId) => sending.has(saleId) || late.has(saleId),
    sentAtMonotonic: (saleId) => sentMonotonic.get(saleId) ?? null,
    recordLate,
    stop: async () => {
      stopping = true
      while (flights.size > 0) await Promise.allSettled(flights.values())
      recordLate()
    },
  }
}

function sameDraft(record: SaleRecord, input: SellInput): SaleRecord {
  if (record.productId !== input.productId || !isSameSale(record.values, input.values)) {
    throw new Failure('DRAFT_DIFFERS')
  }
  return record
}

/** How the customer pays, where there is anything to write down; what is handed out is not paid. */
function tenderOf(
  tender: Tender | undefined,
  total: Money,
  direction: Direction,
): Pick<Intent, 'tender'> {
  if (!tender || direction === 'out' || isExactCash(tender)) return {}
  if (!fitsTotal(tender, total)) throw new Failure('TENDER_TOO_SMALL')
  return { tender }
}

/** The values of the fields that are there, as they were sent: what nobody declared is not kept. */
function declaredValues(form: SaleForm, values: FormValues): FormValues {
  const carried = form.carried.map(({ name, text }): [string, string] => [name, text])
  const current = form.inputs.map((input): [string, string] => [
    input.name,
    fieldText(form, input, values),
  ])
  return Object.fromEntries([...carried, ...current])
}
