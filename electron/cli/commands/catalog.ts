import { wholeCatalog, type Catalog } from '../../../shared/contract/catalog.ts'
import { createProductSearch } from '../../../shared/domain/product/product-search.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Features } from '../../wiring.ts'
import { noWords, soughtText } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import { table, type Output } from '../output.ts'
import { withSession } from '../session.ts'
import { superfluous } from '../usage.ts'

/** `catalog [--search TEXT] [--prices]`: the products (those with a price of their own alone), from the service, or as they are stored when it is out of reach. */
export const catalogCommand: Command = (line, output) => {
  noWords(line)
  const text = soughtText(line.options) ?? ''
  if (line.options.flag('changes')) return changesOf(line, output)
  return withSession(line, 'read', async ({ features, money }) => {
    const found = await freshCatalog(features, output)
    const names = new Map(found.categories.map((category) => [category.id, category.name]))
    const search = createProductSearch(
      found.products,
      ({ name, categoryId }) => ({ name, category: names.get(categoryId) ?? '' }),
      (product) => product,
    )
    const priced = line.options.flag('prices')
    const products = search.find(text).filter(({ price }) => !priced || price !== null)
    const rows = products.map((product) => [
      product.id,
      names.get(product.categoryId) ?? '',
      product.name,
      product.price ? money(product.price) : output.say('cli.openValue'),
    ])
    output.result({ ...found, products }, table(rows))
    return exitCodes.done
  })
}

/** `catalog --changes`: what the lists that came since yesterday changed. */
const changesOf: Command = (line, output) => {
  if (line.options.text('search') !== undefined) throw superfluous('--search')
  if (line.options.flag('prices')) throw superfluous('--prices')
  return withSession(line, 'read', async ({ features, money }) => {
    await freshCatalog(features, output)
    const found = await features.handlers['catalog.changes']({})
    const price = (amount: Money | null) => (amount ? money(amount) : output.say('cli.openValue'))
    const rows = found.changes.map(({ kind, productId, name, before, after }) => [
      output.say(`cli.change.${kind}`),
      productId,
      name,
      kind === 'new' ? '' : price(before),
      kind === 'gone' ? '' : price(after),
    ])
    const count = found.more
    const more = count > 0 ? [output.say('cli.change.more', { count }, count)] : []
    const lines = rows.length > 0 ? table(rows) : [output.say('cli.change.none')]
    output.result(found, [...lines, ...more])
    return exitCodes.done
  })
}

/** The catalog as the service has it now; offline, the stored one, saying so. */
export async function freshCatalog(features: Features, output: Output): Promise<Catalog> {
  const { handlers } = features
  const stored = () => wholeCatalog((input) => handlers['catalog.get'](input))
  try {
    await handlers['catalog.refresh']({})
    return await stored()
  } catch (caught) {
    const catalog = await stored()
    if (!(caught instanceof Failure) || catalog.fetchedAt === null) throw caught
    output.progress(errorWords(caught.error, output.language))
    output.progress(output.say('cli.storedCatalog'))
    return catalog
  }
}
