import { useEventListener } from '@vueuse/core'
import { getCurrentInstance, onScopeDispose } from 'vue'
import { isEditable, isInDialog, isSwitch } from './keys.ts'

/** So long (ms) nothing comes after a figure that a hand pressed: a scanner's next one is closer. */
const alone = 50

/** Chooses one of a few by the figure of its place, from 1 on, while no field takes it and nothing lies over the page. */
export function useDigitKeys(count: () => number, choose: (place: number) => void): void {
  const part = getCurrentInstance()
  let timer: ReturnType<typeof setTimeout> | undefined
  useEventListener(window, 'keydown', (event) => {
    clearTimeout(timer)
    const { key, target, ctrlKey, altKey, metaKey, repeat, defaultPrevented } = event
    const place = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
    if (place < 0 || place >= count()) return
    if (ctrlKey || altKey || metaKey || repeat || defaultPrevented) return
    if ((isEditable(target) && !isSwitch(target)) || isInDialog(target)) return
    if (!(part?.proxy?.$el instanceof Node && part.proxy.$el.isConnected)) return
    event.preventDefault()
    timer = setTimeout(() => choose(place), alone)
  })
  onScopeDispose(() => clearTimeout(timer))
}
