import { rightsFor } from '../../shared/contract/define.ts'
import type { Right } from '../../shared/domain/people/rights.ts'

/**
 * The pages of settings in their order, each with what it needs where not everybody may open it; `part`: the one of its
 * pages that others may open, too.
 */
export const settingsPages = [
  { name: 'connections', at: 'conexiones', icon: 'i-lucide-plug', right: 'connections' },
  { name: 'business', at: 'negocio', icon: 'i-lucide-store', right: 'settings' },
  {
    name: 'products',
    at: 'productos',
    icon: 'i-lucide-package',
    right: 'products',
    part: 'clasificar',
  },
  { name: 'till', at: 'caja', icon: 'i-lucide-wallet', right: 'settings' },
  { name: 'printer', at: 'impresora', icon: 'i-lucide-printer', right: 'settings' },
  {
    name: 'preferences',
    at: 'preferencias',
    icon: 'i-lucide-sliders-horizontal',
    right: 'settings',
  },
  { name: 'copies', at: 'copias', icon: 'i-lucide-hard-drive-upload', right: 'settings' },
  { name: 'people', at: 'personas', icon: 'i-lucide-users', right: 'people' },
  { name: 'trail', at: 'rastro', icon: 'i-lucide-footprints', right: 'people' },
  { name: 'privacy', at: 'datos', icon: 'i-lucide-shield-user', right: 'privacy' },
  {
    name: 'updates',
    at: 'actualizaciones',
    icon: 'i-lucide-circle-arrow-up',
    right: 'settings',
  },
  { name: 'keys', at: 'teclas', icon: 'i-lucide-keyboard', right: null },
  { name: 'about', at: 'acerca', icon: 'i-lucide-info', right: null },
] as const

/** What a page needs, all of it, by how its path begins; pages that are not here are for whoever has signed in. */
const pageRights: readonly (readonly [path: string, right: Right | readonly Right[] | null])[] = [
  ['/vender', 'sell'],
  ['/cargar-saldo', 'sell'],
  ['/caja', 'shift'],
  ['/cajas', ['settings', 'people', 'privacy']],
  ['/reportes', 'reports'],
  ['/cierre/plan', 'books'],
  ['/cierre', ['books', 'commissions']],
  ['/conciliacion', 'reports'],
  ['/ajustes/productos/clasificar', 'books'],
  ...settingsPages.map(({ at, right }) => [`/ajustes/${at}`, right] as const),
]

/** Whether a page may be opened. Its calls are refused in any case: this only leads past closed doors. */
export function mayOpen(path: string, may: (right: Right) => boolean): boolean {
  const [, needed = null] =
    pageRights.find(([begin]) => path === begin || path.startsWith(`${begin}/`)) ?? []
  return rightsFor(needed ?? 'present').every(may)
}

/** Where to go instead of a page that is not for this person. */
export function insteadOf(path: string, may: (right: Right) => boolean): string {
  if (path.startsWith('/ajustes')) return '/ajustes/teclas'
  return may('sell') ? '/vender' : '/hoy'
}
