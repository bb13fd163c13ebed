import { computed, type Ref } from 'vue'
import { t } from '../../i18n/index.ts'
import type { ReportFilter, ReportTotals } from '../../../shared/contract/reports.ts'
import { useNames } from './names.ts'

type Lists = 'statusIds' | 'productIds' | 'categoryIds'

/** What restricts the report, as chips that let go of it. */
export function useChosen(
  filter: Ref<ReportFilter>,
  choices: Ref<Pick<ReportTotals, 'byStatus' | 'byProduct' | 'byCategory'>>,
) {
  const names = useNames()

  function without(key: Lists, id: string): void {
    filter.value = { ...filter.value, [key]: filter.value[key].filter((one) => one !== id) }
  }
  const chips = (
    key: Lists,
    entries: readonly { id: string; name: string }[],
    name: (one: { id: string; name: string }) => string,
  ) =>
    filter.value[key].map((id) => ({
      key: `${key} ${id}`,
      label: name(entries.find((entry) => entry.id === id) ?? { id, name: id }),
      remove: () => without(key, id),
    }))

  return computed(() => {
    const unreadable = {
      key: 'unreadable',
      label: t('reports.unreadableOnly'),
      remove: () => (filter.value = { ...filter.value, unreadable: false }),
    }
    return [
      ...chips('statusIds', choices.value.byStatus, names.status),
      ...chips('categoryIds', choices.value.byCategory, names.category),
      ...chips('productIds', choices.value.byProduct, names.product),
      ...(filter.value.unreadable ? [unreadable] : []),
    ]
  })
}
