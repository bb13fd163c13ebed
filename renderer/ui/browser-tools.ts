import { useEventListener } from '@vueuse/core'

/** Whether a press opens the browser's tools for developers, or the page's source. */
function opensTools({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (key === 'F12') return true
  if (!ctrlKey && !metaKey) return false
  return (
    code === 'KeyU' || ((shiftKey || altKey) && ['KeyC', 'KeyI', 'KeyJ', 'KeyK'].includes(code))
  )
}

/**
 * A register has no tools for developers: what they can call is held to the rights of who
 * is here all the same, but a page that was changed by hand shows what is not so.
 */
export function keepToolsShut(): void {
  useEventListener(
    window,
    'keydown',
    (event) => {
      if (!opensTools(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
