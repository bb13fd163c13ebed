import { describe, expect, it } from 'vitest'
import { claimOf, claimProblem, claimSaidSchema, nextSteps, type ClaimEvent } from './claim.ts'
import { money } from '../money/money.ts'

const said = (change: object) =>
  claimSaidSchema.parse({ step: 'note', on: '2026-11-21', text: 'llamada', ...change })
const event = (at: number, change: object): ClaimEvent => ({ ...said(change), at, by: 'Ana' })

describe('a claim', () => {
  it('is what its history says: the newest of each, the money added up', () => {
    const events = [
      event(1, { step: 'opened', told: 'Línea 01 8000' }),
      event(2, { step: 'note', caseNumber: 'R-77' }),
      event(3, { step: 'answer', text: 'En cinco días', told: 'Marta' }),
      event(4, { step: 'recovered', amount: money(3_000, 'COP'), text: '' }),
      event(5, { step: 'recovered', amount: money(2_000, 'COP'), text: '' }),
    ]
    expect(claimOf('s', events)).toEqual({
      saleId: 's',
      open: true,
      openedAt: 1,
      told: 'Marta',
      caseNumber: 'R-77',
      answer: 'En cinco días',
      recovered: money(5_000, 'COP'),
    })
    const closed = [...events, event(6, { step: 'closed' })]
    expect(claimOf('s', closed)?.open).toBe(false)
    expect(claimOf('s', [...closed, event(7, { step: 'reopened' })])?.open).toBe(true)
    expect(claimOf('s', [])).toBeNull()
  })

  it('takes one step after another', () => {
    const open = claimOf('s', [event(1, { step: 'opened' })])
    const closed = claimOf('s', [event(1, { step: 'opened' }), event(2, { step: 'closed' })])
    expect(nextSteps(null)).toEqual(['opened'])
    expect(nextSteps(closed)).toEqual(['reopened'])
    expect(claimProblem(null, said({ step: 'note' }), 'COP')).toBe('step')
    expect(claimProblem(open, said({ step: 'opened' }), 'COP')).toBe('step')
    expect(claimProblem(closed, said({ step: 'recovered' }), 'COP')).toBe('step')
    expect(claimProblem(open, said({ step: 'note' }), 'COP')).toBeNull()
  })

  it('asks for money in the currency of the sale where money came back, and only there', () => {
    const open = claimOf('s', [event(1, { step: 'opened' })])
    const back = (minor: number, currency = 'COP') =>
      claimProblem(open, said({ step: 'recovered', amount: money(minor, currency) }), 'COP')
    expect(back(100)).toBeNull()
    expect(back(0)).toBe('amount')
    expect(back(100, 'USD')).toBe('amount')
    expect(claimProblem(open, said({ step: 'recovered' }), 'COP')).toBe('amount')
    expect(claimProblem(open, said({ amount: money(1, 'COP') }), 'COP')).toBe('amount')
    expect(claimProblem(open, said({ text: ' ' }), 'COP')).toBe('text')
  })
})
