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
    const fields = (detail.form?.inputs ?? []).map((input) => [
      input.name,
      input.rawType,
      input.required ? output.say('cli.required') : '',
      input.label,
    ])
    const price = detail.price ? money(detail.price) : output.say('cli.openValue')
    output.result(detail, [`${detail.productId}  ${detail.name}  ${price}`, ...table(fields)])
    return exitCodes.done
  })
}
