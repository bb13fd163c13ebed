import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'
import { isEditable, isInDialog } from '../../../keyboard/keys.ts'

/** Digits typed while the value is asked for are what was received; nothing that is typed then goes elsewhere. */
export function useTypeAhead(busy: Readonly<Ref<boolean>>, take: (key: string) => void): void {
  useEventListener(
    window,
    'keydown',
    (event) => {
      const { key, target } = event
      if (!busy.value || event.ctrlKey || event.altKey || event.metaKey) return
      if (isEditable(target) || isInDialog(target)) return
      if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return
      event.preventDefault()
      if (!event.repeat) take(key)
    },
    { capture: true },
  )
}
