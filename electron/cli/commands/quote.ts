import type { Quote } from '../../../shared/contract/selling.ts'
import { isGuarded, typedText } from '../../../shared/domain/form/form-fields.ts'
import { asksForQuote, filledByLogic } from '../../../shared/domain/form/field-scripts.ts'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import { amountToCollect, type Country } from '../../../shared/domain/money/money.ts'
import { amountOf } from '../../../shared/domain/form/sale-form.ts'
import { formProblems } from '../../../shared/domain/form/form-problems.ts'
import { formValues, onlyWord } from '../arguments.ts'
import { freshCatalog } from './catalog.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { withSession, type Session } from '../session.ts'
import { UsageError } from '../usage.ts'

/** `quote ID [--set NAME=VALUE]...`: what the sale would cost, and what is still missing; one that is refused is an error. */
export const quoteCommand: Command = (line, output) => {
  const productId = onlyWord(line, 'quote ID')
  const values = formValues(line.options)
  return withSession(line, 'read', async (session) => {
    await freshCatalog(session.features, output)
    const found = await quoteWith(session, productId, values)
    output.result(found, quoteLines(found, session, output))
    if (found.errorMessage === null) return exitCodes.done
    output.progress(found.errorMessage)
    return exitCodes.error
  })
}

const mostQuotes = 5

/**
 * Quotes, and quotes again while the answer asks for fields that were set, as the window does. Its values are those to
 * sell with. @throws Failure; UsageError for a name that no form of the product has: what it was meant for would be
 * sold with another value.
 */
export async function quoteWith(
  { features, profile }: Session,
  productId: string,
  set: FormValues,
): Promise<Quote> {
  const ask = features.handlers['selling.quote']
  const asked = new Set<string>()
  const { form } = await features.handlers['catalog.product']({ productId })
  const names = new Set<string>()
  const hear = ({ inputs }: Pick<Quote, 'inputs'>) => inputs.forEach(({ name }) => names.add(name))
  if (form) hear(form)
  let found = await ask({ productId, values: set, quoteId: null })
  hear(found)
  for (let count = 1; count < mostQuotes; count += 1) {
    const changed = changedBy(set, found).filter((name) => !asked.has(name))
    if (changed.length === 0) break
    for (const name of changed) asked.add(name)
    const values = filledByLogic(found.inputs, found.values, set)
    found = await ask({ productId, values, quoteId: found.quoteId })
    hear(found)
  }
  // What the service refuses may name no field at all: its own words say more.
  const isWhole = form !== null && found.errorMessage === null
  const unknown = isWhole && Object.keys(set).find((name) => !names.has(name))
  if (unknown) {
    const known = { name: unknown, names: [...names].join(', ') }
    throw new UsageError(`--set ${unknown}`, (say) => say('cli.unknownField', known))
  }
  return withSet(found, set, profile.country)
}

/** Fields that were set to something else than the quote says, where only another quote can tell what follows. */
function changedBy(set: FormValues, { inputs, values }: Quote): string[] {
  const names = inputs.filter((input) => !isGuarded(input)).map(({ name }) => name)
  return names.filter((name) => {
    const text = typedText(set, name)
    if (text === undefined || text === typedText(values, name)) return false
    return asksForQuote(inputs, { ...values, ...set }, name)
  })
}

/** The quote with what was set over it, and what that comes to. */
function withSet(quote: Quote, set: FormValues, country: Country): Quote {
  const values = filledByLogic(quote.inputs, quote.values, set)
  const form = { inputs: quote.inputs, carried: [] }
  const named = amountOf(form, values, country)
  const amount = named && named.minor > 0 ? named : quote.amount
  return {
    ...quote,
    values,
    amount,
    total: amount && amountToCollect(amount, quote.cost, quote.direction),
    missing: formProblems(form, values, country, 'sell').map(({ name }) => name),
  }
}

/** A quote for people; why it was refused is said apart. */
export function quoteLines(quote: Quote, { money }: Session, output: Output): string[] {
  const lines = [
    `${output.say('cli.value')}  ${money(quote.amount)}`,
    `${output.say('cli.cost')}  ${money(quote.cost)}`,
    `${output.say('cli.total')}  ${money(quote.total)}`,
  ]
  if (quote.missing.length > 0) {
    lines.push(`${output.say('cli.missing')}  ${quote.missing.join(', ')}`)
  }
  return lines
}
