import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { toAppError } from '../shared/errors.ts'
import { showOpening } from './features/shell/notices/opening.ts'
import App from './App.vue'
import { useConnection } from './bridge/connection.ts'
import { usePeople } from './bridge/people.ts'
import { useSettings } from './bridge/settings.ts'
import StartFailed from './features/shell/notices/StartFailed.vue'
import { i18n } from './i18n/index.ts'
import { createAppRouter } from './router.ts'
import { keepToolsShut } from './ui/browser-tools.ts'
import './style.css'

/** Mounts the app once what the first screen depends on is known: no flash of a wrong theme or page. */
export async function start(): Promise<void> {
  keepToolsShut()
  const app = createApp(App)
  app.use(createPinia())
  const settings = useSettings()
  const connection = useConnection()
  const people = usePeople()
  const opened = showOpening('#app')
  try {
    await Promise.all([settings.follow(), connection.follow(), people.follow()])
  } catch (caught) {
    // First: what goes away takes with it whatever stands in its place by then.
    opened()
    createApp(StartFailed, { error: toAppError(caught) })
      .use(i18n)
      .use(ui)
      .mount('#app')
    return
  }
  opened()
  const router = createAppRouter(
    () => {
      if (connection.state.activeId !== null) return null
      return connection.state.profiles.length === 0 ? '/inicio' : '/ajustes/conexiones'
    },
    (right) => people.locked || people.may(right),
  )
  app.use(router).use(i18n).use(ui)
  await router.isReady()
  app.mount('#app')
}
