import { expect, it } from 'vitest'
import { rightsFor } from '../../../shared/contract/define.ts'
import { calls } from '../../../shared/contract/index.ts'
import { formatMoney } from '../../../shared/domain/money/figures.ts'
import { amountsSaid, trailWords } from './trail-words.ts'

const say = (action: string, subject: string | null = null, detail: string | null = null) =>
  trailWords({ action, subject, detail })

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
    subject: 'Salida · Banco',
    detail: 'COP 100.00',
  })
  expect(say('shift.payOut', 's1', 'cash').detail).toBe('Efectivo')
  expect(say('shift.setTender', 's1', 'credit').detail).toBe('Fiado')
  expect(say('shift.setTender', 's1', 'transfer COP 49 + cash').detail).toBe(
    'Transferencia COP 49 + Efectivo',
  )
  expect(say('settings.set', null, 'sendByWhatsApp: true, theme: dark, transferVias').detail).toBe(
    'Enviar comprobantes por WhatsApp: sí, Apariencia: Oscura, Por dónde llegan las transferencias',
  )
  expect(say('settings.set', null, 'language: en').detail).toBe('Idioma: English')
  expect(say('claims.add', 's1', 'opened: RAD-15').detail).toBe('Se reclamó: RAD-15')
  expect(say('resolving.close', 's1', 'not-made').detail).toBe('no se hizo')
})

it('writes the amounts that the trail keeps as the shop writes money', () => {
  const style = { country: 'CO', decimalSign: 'comma' } as const
  const said = (text: string) => amountsSaid(text, (amount) => formatMoney(amount, style))
  expect(said('Transferencia COP 60000 + Efectivo')).toBe('Transferencia $\u00a060.000 + Efectivo')
  expect(said('COP -1234.5, USD 3.5')).toBe('-$\u00a01.234,50, USD\u00a03,50')
  expect(said('COP 1.234.567, CAJA 12')).toBe('COP 1.234.567, CAJA 12')
  expect(amountsSaid(null, () => '')).toBeNull()
})
