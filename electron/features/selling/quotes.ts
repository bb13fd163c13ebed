import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { Quote } from '../../../shared/contract/selling.ts'
import { cutCardReference } from '../../../shared/domain/identity/card.ts'
import { refuseTooLarge } from '../../../shared/domain/money/typed-money.ts'
import { formLogic } from '../../../shared/domain/form/field-scripts.ts'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import {
  amountToCollect,
  currencyOfCountry,
  decimalFromMinor,
  type Country,
  type Direction,
  type Money,
} from '../../../shared/domain/money/money.ts'
import { queryBody } from '../../../shared/domain/form/payload.ts'
import { withDefaultPayload } from '../../../shared/domain/form/payload-defaults.ts'
import {
  amountOf,
  fieldText,
  firstForm,
  nextForm,
  overlaidValues,
  type SaleForm,
} from '../../../shared/domain/form/sale-form.ts'
import { formProblems, type FieldProblem } from '../../../shared/domain/form/form-problems.ts'
import { Failure } from '../../../shared/errors.ts'
import type { QueryResult } from '../../service/service.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { SellingDeps } from './ports.ts'
import { boundAmount, boundForm, type Quoted } from './quote-bounds.ts'
import { productOnSale } from './product-on-sale.ts'

/** A quote as it is kept for the next step or the sale. */
export interface KeptQuote extends Quoted {
  productId: string
  profileId: string
  /** Which way the cash went when it was quoted: the total says so. */
  direction: Direction
  /** The amount that nobody may change. */
  bound: Money | null
  result: Pick<QueryResult, 'cost' | 'incentive' | 'amount' | 'errorMessage'>
}

/** The quotes of this session, the newest of them, by their id. */
export type QuoteBook = ReturnType<typeof createQuoteBook>

/** Far more than a counter has open at a time. */
const keptQuotes = 200

/** Quoting writes nothing, so it needs no journal. */
export function createQuoteBook(
  deps: Pick<SellingDeps, 'service' | 'productForSale' | 'balance' | 'formNotes' | 'mayMoveCash'>,
) {
  const kept = new Map<string, KeptQuote>()

  function keep(quote: KeptQuote): string {
    const quoteId = randomUUID()
    kept.set(quoteId, quote)
    const oldest = kept.keys().next().value
    if (kept.size > keptQuotes && oldest !== undefined) kept.delete(oldest)
    return quoteId
  }

  /** Throws QUOTE_NOT_FOUND when it is gone or is about something else. */
  function find(quoteId: string, productId: string, profileId: string): KeptQuote {
    const quote = kept.get(quoteId)
    if (!quote || quote.productId !== productId || quote.profileId !== profileId) {
      throw new Failure('QUOTE_NOT_FOUND')
    }
    return quote
  }

  async function quote(input: ParsedInput<'selling.quote'>): Promise<Quote> {
    const { productId } = input
    const { product, service } = await productOnSale(deps, productId)
    const { profile } = service
    const before = input.quoteId === null ? null : find(input.quoteId, productId, profile.id)
    const form = before?.form ?? firstForm(product.form?.inputs ?? [])
    const values = preparedValues(form, input.values, profile.country, product)
    deps.formNotes?.refused(productId, formLogic(form.inputs, values).refused)
    refuseProblems(formProblems(form, values, profile.country, 'query'))
    const result = await service.query(queryBody({ productId, form, values, profile }))
    deps.formNotes?.form(productId, result.inputs, result.defaultPayload)

    const bound = boundAmount(result)
    const said = withDefaultPayload(
      nextForm(form, values, result.inputs, profile),
      result.defaultPayload,
    )
    const next = boundForm(said, bound, profile)
    const shown = result.inputs.length === 0 ? values : overlaidValues(next, values)
    const nextValues = bound === null ? shown : { ...shown, amount: decimalFromMinor(bound.minor) }
    const amount = amountToCharge(next, nextValues, profile.country, result.amount, product.price)
    const { cost, incentive, errorMessage } = result
    const { name, categoryName: category, direction } = product
    const total = amount && totalOf(amount, cost, direction)
    // Before anybody reads the total to a customer; the drawer may be another when it is sold, and is asked again then.
    if (amount && total && errorMessage === null)
      deps.mayMoveCash?.({ direction, amount, total, goods: { name, category } })
    const quoteId = keep({
      productId,
      profileId: profile.id,
      direction,
      form: next,
      asked: values,
      values: nextValues,
      bound,
      result: { cost, incentive, amount: result.amount, errorMessage },
    })
    return {
      quoteId,
      productId,
      inputs: [...next.inputs],
      values: nextValues,
      amountEditable: result.amountEditable,
      amount,
      cost,
      incentive,
      total,
      direction,
      errorMessage,
      missing: formProblems(next, nextValues, profile.country, 'sell').map(({ name }) => name),
      aboveBalance: direction === 'in' && isAbove(total, deps.balance()?.balance ?? null),
    }
  }

  return { quote, find }
}

/** Values ready to be checked and sent: card numbers cut, and a fixed price filled in where none was typed. */
export function preparedValues(
  form: SaleForm,
  typed: FormValues,
  country: Country,
  product: SaleProduct,
): FormValues {
  const values = cutCardReference(typed, textNamed(form, 'customerQueryType', typed))
  const input = form.inputs.find(({ name }) => name === 'amount')
  const isOpen = input && !input.disabled && fieldText(form, input, values).trim() === ''
  const price = inOwnMoney(product.price, country)
  return isOpen && price ? { ...values, amount: decimalFromMinor(price.minor) } : values
}

/** What a field holds, also where nobody typed it: given by the service, or carried from an earlier step. */
function textNamed(form: SaleForm, name: string, values: FormValues): string | undefined {
  const input = form.inputs.find((one) => one.name === name)
  if (input) return fieldText(form, input, values)
  return form.carried.find((one) => one.name === name)?.text ?? values[name]
}

/** The value of the sale: as the form says it, else the quote, else the product's fixed price. */
export function amountToCharge(
  form: SaleForm,
  values: FormValues,
  country: Country,
  quoted: Money | null,
  price: Money | null,
): Money | null {
  const named = amountOf(form, values, country)
  return [named, quoted, price].find((amount) => inOwnMoney(amount, country)) ?? null
}

/** What is collected for an amount; throws AMOUNT_TOO_LARGE and TOTAL_BELOW_ZERO where no sale can come to that. */
export function totalOf(amount: Money, cost: Money | null, direction: Direction): Money {
  const total = amountToCollect(amount, cost, direction)
  refuseTooLarge(amount, total)
  if (total.minor < 0)
    throw new Failure('TOTAL_BELOW_ZERO', { total: decimalFromMinor(total.minor) })
  return total
}

/** An amount above zero in the country's own currency: a price of another account's is none here. */
function inOwnMoney(amount: Money | null, country: Country): Money | null {
  const isOwn = amount !== null && amount.currency === currencyOfCountry[country]
  return isOwn && amount.minor > 0 ? amount : null
}

/** Throws what keeps a form from being sent: an amount that can be misread, else all that is missing. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const unreadable = problems.find(({ error }) => error !== null)?.error
  if (unreadable) throw new Failure(unreadable.code, unreadable.params)
  if (problems.length === 0) return
  throw new Failure('FORM_INCOMPLETE', { fields: problems.map(({ label }) => label).join(', ') })
}

function isAbove(total: Money | null, balance: Money | null): boolean {
  if (total === null || balance === null || total.currency !== balance.currency) return false
  return total.minor > balance.minor
}
