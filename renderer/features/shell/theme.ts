import { usePreferredDark } from '@vueuse/core'
import { computed, watchEffect, type ComputedRef } from 'vue'
import type { Settings } from '../../../shared/contract/settings.ts'

/** Paints the chosen theme, following the system's while that is the choice; returns whether it is dark. */
export function useTheme(choice: () => Settings['theme']): ComputedRef<boolean> {
  const systemIsDark = usePreferredDark()
  const dark = computed(() => choice() === 'dark' || (choice() === 'system' && systemIsDark.value))
  watchEffect(() => {
    document.documentElement.classList.toggle('dark', dark.value)
  })
  return dark
}
