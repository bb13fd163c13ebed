import { t } from '../../i18n/index.ts'
import { faceOfStatus, knownStatus } from './table/status-face.ts'

type Named = { id: string; name: string }

/** What statuses, products and categories are called here, also those without a name. */
export function useNames() {
  return {
    status: ({ id, name }: Named): string => {
      return knownStatus(id) === null ? name || id : t(`state.word.${faceOfStatus(id)}`)
    },
    product: ({ name }: Named): string => name || t('reports.noProduct'),
    category: ({ name }: Named): string => name || t('reports.noCategory'),
  }
}
