import { expect, it } from 'vitest'
import { rightsFor } from '../../../shared/contract/define.ts'
import { calls } from '../../../shared/contract/index.ts'
import claims from '../../i18n/es/claims.json' with { type: 'json' }
import evidence from '../../i18n/es/evidence.json' with { type: 'json' }
import shift from '../../i18n/es/shift.json' with { type: 'json' }
import { trailWords } from './trail-words.ts'

const spanish: unknown = { claims, evidence, shift }
function find(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at && part in at ? Reflect.get(at, part) : undefined,
      spanish,
    )
  return typeof found === 'string' ? found : undefined
}
const words = {
  language: 'es',
  t: (key: string) => find(key) ?? key,
  te: (key: string) => find(key) !== undefined,
} as const
const say = (action: string, subject: string | null = null, detail: string | null = null) =>
  trailWords({ action, subject, detail }, words)

it('has words for every call that the trail tells of', () => {
  const actions = Object.entries(calls).flatMap(([call, { audit }]) =>
    typeof audit === 'function' ? [call] : [],
  )
  expect(actions.length).toBeGreaterThan(15)
  expect(actions.filter((action) => say(action).what === action)).toEqual([])
})

it('has words for every call that can be refused', () => {
  const refused = Object.entries(calls).flatMap(([call, { right }]) =>
    rightsFor(right).length > 0 ? [call] : [],
  )
  expect(refused.length).toBeGreaterThan(40)
  expect(refused.filter((call) => say('people.denied', call).subject === call)).toEqual([])
})

it('tells in words what the trail keeps in none', () => {
  expect(say('people.denied', 'settings.set')).toMatchObject({ subject: 'Cambió ajustes' })
  expect(say('people.denied', 'no.such')).toMatchObject({ subject: 'no.such' })
  expect(say('shift.move', 'out deposit', 'COP 100.00')).toEqual({
    what: 'Anotó un movimiento de caja',
    subject: 'Salida · Consignación',
    detail: 'COP 100.00',
  })
  expect(say('shift.payOut', 's1', 'cash').detail).toBe('Efectivo')
  expect(say('claims.add', 's1', 'opened: RAD-15').detail).toBe('Se reclamó: RAD-15')
  expect(say('resolving.close', 's1', 'not-made').detail).toBe('no se hizo')
})
