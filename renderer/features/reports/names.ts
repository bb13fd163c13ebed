import { t } from '../../i18n/index.ts'
import { sayService } from '../../i18n/service-words.ts'
import { knownStatus } from './table/status-face.ts'

type Named = { id: string; name: string }

/** What statuses, products and categories are called here, also those without a name. */
export function useNames() {
  return {
    status: ({ id, name }: Named): string => {
      const status = knownStatus(id)
      return status === null ? name || id : t(`state.status.${status}`)
    },
    product: ({ name }: Named): string => name || t('reports.noProduct'),
    category: ({ name }: Named): string => (name ? sayService(name) : t('reports.noCategory')),
  }
}
