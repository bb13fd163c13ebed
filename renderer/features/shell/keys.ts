import { useEventListener } from '@vueuse/core'
import type { Router } from 'vue-router'
import { railPages } from './pages.ts'

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/**
 * The keys that work everywhere: F1 to F9 open the pages, Ctrl K the search field; and on the selling
 * page a letter typed outside any field begins a search.
 */
export function useKeys(router: Router, focusSearch: () => void): void {
  useEventListener(window, 'keydown', (event) => {
    if (event.isComposing || event.altKey) return
    const page = railPages.find((one) => one.key === event.key)
    if (page && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      void router.push(page.path)
      return
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      focusSearch()
      return
    }
    const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const selling = router.currentRoute.value.path === '/vender'
    // The field takes the focus before the letter arrives, so the letter is typed into it.
    if (typed && selling && !event.defaultPrevented && !isEditable(event.target)) focusSearch()
  })
}
