import type { CatalogDetail } from '../../../shared/contract/catalog.ts'
import { directionSchema, type Direction } from '../../../shared/domain/money/money.ts'
import { oneOf, onlyWord } from '../arguments.ts'
import type { Command } from '../command.ts'
import { freshCatalog } from './catalog.ts'
import { exitCodes } from '../exit-codes.ts'
import { table, type Output } from '../output.ts'
import { withSession, type Session } from '../session.ts'
import { signInAs, signInOf } from '../sign-in.ts'
import { tellOpening } from '../tell-opening.ts'

/** `product ID`: a product and the fields of its form; with `--direction` the owner says which way its cash goes. */
export const productCommand: Command = (line, output) => {
  const productId = onlyWord(line, 'product ID')
  const named = line.options.text('direction')
  const direction = named === undefined ? null : oneOf(directionSchema, named, '--direction')
  return withSession(
    line,
    direction === null ? 'read' : 'write',
    async (session) => {
      const { features, money } = session
      if (direction !== null) {
        await signInAs(session, signInOf(line), 'products')
        await sayDirection(session, productId, direction)
      }
      const { products } = await freshCatalog(features, output)
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
      const way = wayOf(products.find(({ id }) => id === productId)?.direction, detail, output)
      const lead = [detail.productId, detail.name, price, way].filter(Boolean).join('  ')
      output.result(detail, [lead, ...table(fields)])
      return exitCodes.done
    },
    tellOpening(output),
  )
}

/** Which way its cash goes, or that nobody said so yet; nothing of one that the catalog lacks. */
function wayOf(
  direction: Direction | undefined,
  { directionGuessed }: CatalogDetail,
  { say }: Output,
): string {
  if (direction === undefined) return ''
  return say(`cli.direction.${directionGuessed ? 'unsure' : direction}`)
}

/** As the window says it, and with its line in the trail. */
async function sayDirection(
  { features }: Session,
  productId: string,
  direction: Direction,
): Promise<void> {
  await features.handlers['products.set']({ productIds: [productId], direction })
  features.note(
    'products.set',
    { subject: productId, detail: direction },
    features.presence.current(),
  )
}
