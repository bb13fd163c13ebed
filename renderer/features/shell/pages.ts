import type { TextNameIn } from '../../i18n/index.ts'

/** A page of the rail. Only what works is here. */
export interface RailPage {
  name: TextNameIn<'shell.pages'>
  path: string
  icon: string
  /** The function key that opens it from everywhere. */
  key: string
}

/** The rail, top to bottom. */
export const railPages: readonly RailPage[] = [
  { name: 'sell', path: '/vender', icon: 'i-lucide-shopping-basket', key: 'F1' },
  { name: 'today', path: '/hoy', icon: 'i-lucide-calendar-check', key: 'F2' },
  { name: 'pending', path: '/por-resolver', icon: 'i-lucide-hourglass', key: 'F3' },
  { name: 'reports', path: '/reportes', icon: 'i-lucide-chart-column', key: 'F4' },
  { name: 'till', path: '/caja', icon: 'i-lucide-wallet', key: 'F6' },
  { name: 'settings', path: '/ajustes', icon: 'i-lucide-settings', key: 'F9' },
]
