import { hash } from '../random.ts'

const FIRST = ['Luz', 'Carlos', 'Mariana', 'José', 'Yolanda', 'Andrés', 'Ximena', 'Iván', 'Rosa']
const LAST = [
  'Gómez',
  'Ñáñez',
  'Quispe',
  'Torres',
  'Cevallos',
  'Peña',
  'Muñoz',
  'Ortiz',
  'Zambrano',
]

/** The name that an inquiry finds for a key: always the same one for the same key. */
export function nameFor(key: string): string {
  const value = hash(`name ${key}`)
  const first = FIRST[value % FIRST.length] ?? 'Luz'
  const last = LAST[Math.floor(value / 16) % LAST.length] ?? 'Gómez'
  return `${first} ${last}`
}
