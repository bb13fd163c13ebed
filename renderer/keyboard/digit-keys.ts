import { useEventListener } from '@vueuse/core'
import { getCurrentInstance } from 'vue'
import { isEditable, isInDialog, isSwitch } from './keys.ts'

/** Chooses one of a few by the figure of its place, from 1 on, while no field takes it and nothing lies over the page. */
export function useDigitKeys(count: () => number, choose: (place: number) => void): void {
  const part = getCurrentInstance()
  useEventListener(window, 'keydown', (event) => {
    const { key, target, ctrlKey, altKey, metaKey, repeat, defaultPrevented } = event
    const place = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
    if (place < 0 || place >= count()) return
    if (ctrlKey || altKey || metaKey || repeat || defaultPrevented) return
    if ((isEditable(target) && !isSwitch(target)) || isInDialog(target)) return
    if (!(part?.proxy?.$el instanceof Node && part.proxy.$el.isConnected)) return
    event.preventDefault()
    choose(place)
  })
}
