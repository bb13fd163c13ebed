import type { TextNameIn } from '../../i18n/index.ts'
import type { ShortcutId } from '../../keyboard/keys.ts'

/** A page of the rail. Only what works is here. */
export interface RailPage {
  /** Its words, and the key that opens it from everywhere. */
  name: TextNameIn<'shell.pages'> & ShortcutId
  path: string
  icon: string
  /** Pages of their own that are reached from it, and belong to it. */
  leadsTo?: readonly string[]
  /** It is there where somebody may look at all registers on this computer. */
  ofSeveral?: boolean
}

/** The rail, top to bottom. */
export const railPages: readonly RailPage[] = [
  { name: 'sell', path: '/vender', icon: 'i-lucide-shopping-basket' },
  {
    name: 'today',
    path: '/hoy',
    icon: 'i-lucide-calendar-check',
    leadsTo: ['/venta', '/conciliacion'],
  },
  {
    name: 'pending',
    path: '/por-resolver',
    icon: 'i-lucide-hourglass',
    leadsTo: ['/reclamos'],
  },
  {
    name: 'reports',
    path: '/reportes',
    icon: 'i-lucide-chart-column',
    leadsTo: ['/cierre'],
  },
  { name: 'branches', path: '/cajas', icon: 'i-lucide-building-2', ofSeveral: true },
  { name: 'till', path: '/caja', icon: 'i-lucide-wallet' },
  { name: 'settings', path: '/ajustes', icon: 'i-lucide-settings' },
]
