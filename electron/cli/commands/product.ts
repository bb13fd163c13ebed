import { onlyWord } from '../arguments.ts'
import type { Command } from '../command.ts'
import { freshCatalog } from './catalog.ts'
import { exitCodes } from '../exit-codes.ts'
import { table } from '../output.ts'
import { withSession } from '../session.ts'

/** `product ID`: a product and the fields of its form. */
export const productCommand: Command = (line, output) => {
  const productId = onlyWord(line, 'product ID')
  return withSession(line, 'read', async ({ features, money }) => {
    await freshCatalog(features, output)
    const detail = await features.handlers['catalog.product']({ productId })
    // Nobody fills in a hidden one: the service did.
    const inputs = (detail.form?.inputs ?? []).filter(({ type }) => type !== 'hidden')
    const fields = inputs.map((input) => [
      input.name,
      input.rawType,
      input.required ? output.say('cli.required') : '',
      input.label,
      input.options.map(({ value, label }) => `${value} (${label})`).join(', '),
    ])
    const price = detail.price ? money(detail.price) : output.say('cli.openValue')
    output.result(detail, [`${detail.productId}  ${detail.name}  ${price}`, ...table(fields)])
    return exitCodes.done
  })
}
