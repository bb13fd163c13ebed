import { computed } from 'vue'
import { currencyOfCountry } from '../../shared/domain/money/money.ts'
import { tipText } from '../../shared/domain/product/tip.ts'
import { useFormats } from '../ui/formats.ts'
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

/** Writes an assigned commission in the unit that the owner said; nobody said one: as it came. */
export function useTipText() {
  const settings = useSettings()
  const { formatting, money } = useFormats()
  return (tip: string) =>
    tipText(tip, settings.current.tipUnit, (minor) =>
      money({ minor, currency: currencyOfCountry[formatting().country] }),
    )
}
