import type { Quote } from '../../shared/contract/selling.ts'
import type { FormValues } from '../../shared/domain/form.ts'
import type { Features } from '../wiring.ts'
import { formValues, onlyWord } from './arguments.ts'
import { freshCatalog } from './catalog.ts'
import type { Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import type { Output } from './output.ts'
import { withSession, type Session } from './session.ts'

/** `quote ID [--set NAME=VALUE]...`: what the sale would cost, and what is still missing. */
export const quote: Command = (line, output) => {
  const productId = onlyWord(line, 'quote ID')
  const values = formValues(line.options)
  return withSession(line, 'read', async (session) => {
    await freshCatalog(session.features, output)
    const found = await quoteWith(session.features, productId, values)
    output.result(found, quoteLines(found, session, output))
    return exitCodes.done
  })
}

const mostQuotes = 5

/** Quotes, and quotes again while the answer asks for fields that were set. @throws Failure */
export async function quoteWith(
  features: Features,
  productId: string,
  set: FormValues,
): Promise<Quote> {
  const ask = features.handlers['selling.quote']
  let found = await ask({ productId, values: set, quoteId: null })
  for (let count = 1; count < mostQuotes; count += 1) {
    const asked = found.inputs.map((input) => input.name)
    const changed = asked.some(
      (name) => set[name] !== undefined && set[name] !== found.values[name],
    )
    if (!changed) break
    found = await ask({ productId, values: { ...found.values, ...set }, quoteId: found.quoteId })
  }
  return found
}

/** A quote for people. */
export function quoteLines(quote: Quote, { money }: Session, output: Output): string[] {
  const lines = [
    `${output.text('Valor', 'Value')}  ${money(quote.amount)}`,
    `${output.text('Costo', 'Cost')}  ${money(quote.cost)}`,
    `${output.text('Total', 'Total')}  ${money(quote.total)}`,
  ]
  if (quote.errorMessage !== null) lines.push(quote.errorMessage)
  if (quote.missing.length > 0) {
    lines.push(`${output.text('Falta', 'Missing')}  ${quote.missing.join(', ')}`)
  }
  return lines
}
