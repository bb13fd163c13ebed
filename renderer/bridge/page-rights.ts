import type { Right } from '../../shared/domain/people/rights.ts'

/** What a page needs, by how its path begins; pages that are not here are for whoever has signed in. */
const pageRights: readonly (readonly [path: string, right: Right])[] = [
  ['/vender', 'sell'],
  ['/cargar-saldo', 'sell'],
  ['/caja', 'shift'],
  ['/reportes', 'reports'],
  ['/conciliacion', 'reports'],
  ['/ajustes/conexiones', 'connections'],
  ['/ajustes/productos', 'products'],
  ['/ajustes/preferencias', 'settings'],
  ['/ajustes/caja', 'settings'],
  ['/ajustes/negocio', 'settings'],
  ['/ajustes/impresora', 'settings'],
  ['/ajustes/personas', 'people'],
  ['/ajustes/rastro', 'people'],
  ['/ajustes/datos', 'privacy'],
]

/** Whether a page may be opened. Its calls are refused in any case: this only leads past closed doors. */
export function mayOpen(path: string, may: (right: Right) => boolean): boolean {
  const needed = pageRights.find(([begin]) => path === begin || path.startsWith(`${begin}/`))
  return needed === undefined || may(needed[1])
}

/** Where to go instead of a page that is not for this person. */
export function insteadOf(path: string, may: (right: Right) => boolean): string {
  if (path.startsWith('/ajustes')) return '/ajustes/teclas'
  return may('sell') ? '/vender' : '/hoy'
}
