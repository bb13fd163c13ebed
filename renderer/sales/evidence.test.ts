import { describe, expect, it } from 'vitest'
import { errorCodes, errorText } from '../../shared/errors.ts'
import { saleEventSchema, type SaleEvent } from '../../shared/domain/sale/sale.ts'
import es from '../../shared/words/es/evidence.json' with { type: 'json' }
import { evidenceKey, evidenceOf, whatHappened } from './evidence.ts'

const event = (changes: Partial<SaleEvent>): SaleEvent => ({
  at: 1,
  kind: 'lookup',
  state: 'UNKNOWN',
  httpStatus: null,
  error: null,
  raw: null,
  closing: null,
  ...changes,
})

describe('evidence in words', () => {
  it('has words for every kind in every state', () => {
    const { kind, state } = saleEventSchema.shape
    for (const one of kind.options) {
      for (const at of state.options) {
        expect(Object.keys(es)).toContain(evidenceKey(event({ kind: one, state: at })))
      }
    }
  })

  it('tells a record that differs from none', () => {
    const raw = '{"data":{"Transaction":{"amount":5100}}}'
    expect(evidenceKey(event({ state: 'REVIEW', httpStatus: 200, raw }))).toBe('differs')
    expect(evidenceKey(event({ state: 'REVIEW', httpStatus: 200, raw: '{"data":{}}' }))).toBe(
      'notFound',
    )
    expect(evidenceKey(event({ state: 'PENDING', httpStatus: 404 }))).toBe('notFound')
  })

  it('counts look-ups that say the same, with the newest answer, and keeps the others apart', () => {
    const failed = event({ error: { code: 'CONNECTION_LOST' }, at: 5 })
    const lines = evidenceOf([
      event({ at: 2 }),
      event({ at: 3, raw: 'b' }),
      failed,
      event({ at: 6 }),
    ])
    expect(lines.map(({ times, lastAt }) => [times, lastAt])).toEqual([
      [2, 3],
      [1, 5],
      [1, 6],
    ])
    expect(lines[0]?.event.raw).toBe('b')
  })

  it('says what happened and never "try again"', () => {
    for (const code of errorCodes) {
      const said = whatHappened(errorText({ code }, 'es'))
      expect(said.length).toBeGreaterThan(10)
      expect(said).not.toMatch(/^.*\. .*intente/i)
    }
    expect(whatHappened('Se cortó. Intente otra vez.')).toBe('Se cortó.')
  })
})
