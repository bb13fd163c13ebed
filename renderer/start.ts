import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { useConnection } from './bridge/connection.ts'
import { useSettings } from './bridge/settings.ts'
import { i18n } from './i18n/index.ts'
import { createAppRouter } from './router.ts'
import './style.css'

/** Mounts the app once what the first screen depends on is known: no flash of a wrong theme or page. */
export async function start(): Promise<void> {
  const app = createApp(App)
  app.use(createPinia())
  const settings = useSettings()
  const connection = useConnection()
  await Promise.all([settings.follow(), connection.follow()])
  const router = createAppRouter(() => connection.state.activeId !== null)
  app.use(router).use(i18n).use(ui)
  await router.isReady()
  app.mount('#app')
}
