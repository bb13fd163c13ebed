import { movementParts, type BookRole } from '../../../shared/domain/books/roles.ts'
import { readCatalog } from '../../bridge/catalog.ts'
import { t } from '../../i18n/index.ts'
import { useAnswer } from '../../ui/action.ts'

/** Roles whose parts are products. */
export const byProduct = ['third', 'suspense'] as const

/** How the parts of roles are called: products by their names, as far as the catalog has them, reasons in words. */
export function usePartNames() {
  const { answer: products, error } = useAnswer<ReadonlyMap<string, string>>(async () => {
    const { products: all } = await readCatalog()
    return new Map(all.map(({ id, name }) => [id, name]))
  }, new Map())
  const partSaid = ({ role, part }: { role: BookRole; part: string }): string => {
    const reason = role === 'movement' ? movementParts.find((one) => one === part) : undefined
    if (reason) return t(`shift.move.reason.${reason}`)
    return (byProduct.some((one) => one === role) && products.value.get(part)) || part
  }
  return { products, error, partSaid }
}
