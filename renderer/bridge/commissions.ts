import { computed } from 'vue'
import { usePeople } from './people.ts'
import { useSettings } from './settings.ts'

/**
 * Whether commissions are shown: the owner wants it, and who is here may see them. They do not reach the window of
 * another; but what is on screen may have come while somebody else was here.
 */
export function useShowsCommissions() {
  const people = usePeople()
  const settings = useSettings()
  return computed(() => settings.current.showCommission && people.may('commissions'))
}
