import type { TextNameIn } from '../../i18n/index.ts'
import type { ShortcutId } from '../../keyboard/keys.ts'

/** A page of the rail. Only what works is here. */
export interface RailPage {
  /** Its words, and the key that opens it from everywhere. */
  name: TextNameIn<'shell.pages'> & ShortcutId
  path: string
  icon: string
}

/** The rail, top to bottom. */
export const railPages: readonly RailPage[] = [
  { name: 'sell', path: '/vender', icon: 'i-lucide-shopping-basket' },
  { name: 'today', path: '/hoy', icon: 'i-lucide-calendar-check' },
  { name: 'pending', path: '/por-resolver', icon: 'i-lucide-hourglass' },
  { name: 'reports', path: '/reportes', icon: 'i-lucide-chart-column' },
  { name: 'till', path: '/caja', icon: 'i-lucide-wallet' },
  { name: 'settings', path: '/ajustes', icon: 'i-lucide-settings' },
]
