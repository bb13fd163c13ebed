import ui from '@nuxt/ui/vue-plugin'
import { createApp, ref, type App } from 'vue'
import type { OpeningState } from '../../../../shared/contract/journal.ts'
import { Failure } from '../../../../shared/errors.ts'
import { call } from '../../../bridge/client.ts'
import { i18n, setLanguage } from '../../../i18n/index.ts'
import OpeningPage from './OpeningPage.vue'

/** How often it is asked how far it is. */
const askedEvery = 250

/**
 * Shows what the start is at for as long as the journal takes to open, and nothing where that is no time; answers what
 * takes it away.
 */
export function showOpening(place: string): () => void {
  let app: App | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let isOver = false
  const state = ref<OpeningState>({ kind: 'ready' })

  async function look(): Promise<void> {
    state.value = await call('journal.opening', {})
    if (isOver || state.value.kind === 'ready') return
    setLanguage(state.value.language)
    if (state.value.step !== null && app === null) {
      app = createApp(OpeningPage, { state })
      app.use(i18n).use(ui).mount(place)
    }
    timer = setTimeout(begin, askedEvery)
  }

  function begin(): void {
    look().catch((caught: unknown) => {
      // Whatever the start came to is said by what waits for it.
      if (!(caught instanceof Failure)) throw caught
    })
  }

  begin()
  return () => {
    isOver = true
    if (timer) clearTimeout(timer)
    app?.unmount()
  }
}
