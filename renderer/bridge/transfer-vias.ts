import { computed, type ComputedRef } from 'vue'
import { usualVias } from '../../shared/domain/drawer/tender.ts'
import { useConnection } from './connection.ts'
import { useSettings } from './settings.ts'

/** Where the shop's transfers come in: as the owner wrote it, else as is usual in the country. */
export function useTransferVias(): ComputedRef<readonly string[]> {
  const settings = useSettings()
  const connection = useConnection()
  return computed(() => {
    const country = connection.profile?.country ?? 'CO'
    return settings.current.transferVias[country] ?? usualVias[country]
  })
}
