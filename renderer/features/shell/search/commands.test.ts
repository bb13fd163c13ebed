import { describe, expect, it } from 'vitest'
import { findCommands } from './commands.ts'

const words: Record<string, string> = {
  'shell.pages.reports': 'Reportes',
  'settings.people': 'Personas',
  'settings.trail': 'Quién hizo qué',
  'keys.do.lock': 'Bloquear la caja',
  'shell.refreshBalance': 'Consultar el saldo ahora',
}
const say = (label: string) => words[label] ?? label
const owner = { may: () => true, signedIn: true }
const ids = (typed: string, who = owner) => findCommands(typed, say, who).map(({ id }) => id)

describe('commands by what is typed', () => {
  it('are found by the beginning of any of their words, accents or not', () => {
    expect(ids('repor')).toEqual(['reports'])
    expect(ids('quien')).toEqual(['trail'])
    expect(ids('saldo')).toEqual(['refreshBalance'])
    expect(ids('aldo')).toEqual([])
    expect(ids('r')).toEqual([])
  })

  it('are only those that this person can use', () => {
    const cashier = { may: () => false, signedIn: true }
    expect(ids('perso', cashier)).toEqual([])
    expect(ids('repor', cashier)).toEqual([])
    expect(ids('bloque', cashier)).toEqual(['lock'])
    expect(ids('bloque', { may: () => true, signedIn: false })).toEqual([])
  })
})
