import { useEventListener } from '@vueuse/core'
import type { Router } from 'vue-router'
import { useHub } from '../../bridge/hub.ts'
import { usePeople } from '../../bridge/people.ts'
import { returned } from '../../ui/go-back.ts'
import { isEditable, keyName, keysOf, useKey } from '../../keyboard/keys.ts'
import { railPages } from './pages.ts'

/**
 * The keys that work everywhere: the function keys open the pages, Ctrl K the search field; and on the selling
 * page a letter typed outside any field begins a search. While Alt is held quiet rows show all their keys, too.
 */
export function useKeys(router: Router, focusSearch: () => void): void {
  useKey('search', focusSearch)
  const hub = useHub()
  const people = usePeople()
  const open = (path: string) => void returned().then(() => router.push(path))
  const { dataset } = document.documentElement
  const showAll = (isHeld: boolean) => {
    if (isHeld) dataset['alt'] = ''
    else delete dataset['alt']
  }
  for (const type of ['keydown', 'keyup'] as const)
    useEventListener(window, type, ({ altKey }) => showAll(altKey))
  useEventListener(window, 'blur', () => showAll(false))
  useKey('help', () => open('/ajustes/teclas'))
  useKey('topUpGo', () => people.may('sell') && open('/cargar-saldo'))
  useEventListener(window, 'keydown', (event) => {
    if (event.isComposing || event.altKey) return
    const page = railPages.find((one) => keysOf(one.name) === keyName(event))
    if (page) {
      // Where it opens nothing it is still no key of the browser's, which would read the window anew.
      event.preventDefault()
      if (!page.ofSeveral || hub.reads) open(page.path)
      return
    }
    const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
    const selling = router.currentRoute.value.path === '/vender'
    // The field takes the focus before the letter arrives, so the letter is typed into it.
    if (typed && selling && !event.defaultPrevented && !isEditable(event.target)) focusSearch()
  })
}
