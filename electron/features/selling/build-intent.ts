import type { ParsedInput } from '../../../shared/contract/index.ts'
import { fitsTotal, isExactCash } from '../../../shared/domain/drawer/tender.ts'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import { mustSayAmount, sellBody } from '../../../shared/domain/form/payload.ts'
import {
  fieldText,
  firstForm,
  identityOf,
  type SaleForm,
} from '../../../shared/domain/form/sale-form.ts'
import { formProblems } from '../../../shared/domain/form/form-problems.ts'
import type { Direction, Money } from '../../../shared/domain/money/money.ts'
import { impersonalFields } from '../../../shared/domain/privacy/personal.ts'
import { Failure } from '../../../shared/errors.ts'
import type { MerchantService } from '../../service/service.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { SellingDeps } from './ports.ts'
import { mustBeQuoted } from './quote-bounds.ts'
import {
  amountToCharge,
  preparedValues,
  refuseProblems,
  totalOf,
  type KeptQuote,
  type QuoteBook,
} from './quotes.ts'

type SellInput = ParsedInput<'selling.sell'>

/** Who is at the register, and in which shift, as a sale begins. */
export interface SoldBy {
  cashier: string | null
  cashierId: string | null
  shift: string | null
}

/** Who sells now. */
export function soldBy(deps: Pick<SellingDeps, 'cashier' | 'shift'>): SoldBy {
  const who = deps.cashier?.() ?? null
  const shift = deps.shift?.() ?? null
  return { cashier: who?.name ?? null, cashierId: who?.id ?? null, shift }
}

/** What the intent of a sale takes from elsewhere. */
export interface IntentSources {
  readonly deps: Pick<SellingDeps, 'clock' | 'cashier' | 'shift' | 'mayOwe' | 'mayMoveCash'>
  readonly quotes: QuoteBook
  readonly newId: (epochMs: number) => string
}

/**
 * The intent of a sale: all that its one request says, as the person confirmed it.
 * @throws Failure QUOTE_NOT_FOUND, QUOTE_REFUSED, AMOUNT_MISSING, TENDER_TOO_SMALL, CREDIT_ABOVE_LIMIT, CASH_ABOVE_LIMIT,
 * CASH_SHORT, FORM_INVALID ...
 */
export function buildIntent(
  { deps, quotes, newId }: IntentSources,
  input: SellInput,
  product: SaleProduct,
  service: Pick<MerchantService, 'profile'>,
): Intent {
  const { productId, draftId, againOf } = input
  const { profile } = service
  const { country } = profile
  const quote = quoteOf(quotes, input, product.direction, profile.id)
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
  const { name, categoryName: category, direction } = product
  deps.mayMoveCash?.({ direction, amount, total, goods: { name, category } })
  const payload = { productId, form, values, profile }
  mustSayAmount(payload, amount)
  const createdAt = deps.clock.now()
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
    ...tenderOf(deps, input, product, total),
    ...identityOf(form, values, country),
    values: declaredValues(form, values),
    impersonal: impersonalFields(form, product.form?.inputs ?? []),
    body: sellBody(payload, id),
    ...soldBy(deps),
    againOf,
    createdAt,
  }
}

/** The quote that was confirmed; null: the sale is made without one. */
function quoteOf(
  quotes: QuoteBook,
  { quoteId, productId }: SellInput,
  direction: Direction,
  profileId: string,
): KeptQuote | null {
  const quote = quoteId === null ? null : quotes.find(quoteId, productId, profileId)
  // The total that was confirmed says the cash goes the other way.
  if (quote && quote.direction !== direction) throw new Failure('QUOTE_NOT_FOUND')
  if (quote?.result.errorMessage) {
    throw new Failure('QUOTE_REFUSED', { message: quote.result.errorMessage })
  }
  return quote
}

/** How the customer pays, where there is anything to write down; what is handed out is not paid. */
function tenderOf(
  { mayOwe }: IntentSources['deps'],
  { productId, tender, overLimit = false, draftId }: SellInput,
  { name, categoryName: category, direction }: SaleProduct,
  total: Money,
): Pick<Intent, 'tender'> {
  if (!tender || direction === 'out' || isExactCash(tender)) return {}
  if (!fitsTotal(tender, total)) throw new Failure('TENDER_TOO_SMALL')
  const asked = { tender, total, goods: { productId, name, category }, overLimit, draftId }
  return { tender: mayOwe?.(asked) ?? tender }
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
