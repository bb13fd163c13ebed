import { describe, expect, it } from 'vitest'
import { canClose, canSellAgain, isOpen, isReopened, shownState, verdictsFor } from './closing.ts'
import { soldSample } from '../testing/reconciliation-samples.ts'
import { record } from '../testing/sale-sample.ts'
import type { SaleState, Verdict } from './sale.ts'
import { appError } from '../../errors.ts'

const at = { seen: false, code: null, at: 1, reason: 'soporte', candidateId: null }

const closed = (state: SaleState, as: Verdict, now = state) =>
  soldSample({ state: now, closing: { as, ...at, state } })

describe('closing by a person', () => {
  it('is offered where evidence ends, and not while the service is still asked', () => {
    const now = (soldSample().horizonAt ?? 0) - 1
    const may = (state: SaleState, at = now) => canClose(soldSample({ state }), at)
    expect(may('REVIEW') && may('PARTIAL')).toBe(true)
    for (const state of ['UNKNOWN', 'ACCEPTED', 'PENDING', 'PROCESSING', 'APPROVED'] as const) {
      expect(may(state)).toBe(false)
    }
    expect(may('PENDING', now + 1)).toBe(true)
  })

  it('takes the sale out of the queue and shows it as the person said', () => {
    const sale = closed('REVIEW', 'not-made')
    expect([isOpen(sale), isReopened(sale), shownState(sale)]).toEqual([false, false, 'DECLINED'])
    expect(shownState(closed('REVIEW', 'approved'))).toBe('APPROVED')
    expect(shownState(closed('PARTIAL', 'partial'))).toBe('PARTIAL')
  })

  it('stands when later evidence agrees, and is reopened when it does not', () => {
    expect(isOpen(closed('REVIEW', 'approved', 'APPROVED'))).toBe(false)
    const contradicted = closed('REVIEW', 'not-made', 'APPROVED')
    expect([isOpen(contradicted), isReopened(contradicted)]).toEqual([true, true])
    expect(shownState(contradicted)).toBe('APPROVED')
    expect(canClose(contradicted, 0)).toBe(true)
    expect(isOpen(closed('APPROVED', 'approved'))).toBe(false)
  })

  it('is reopened by a record or a doubt that was not there, where the state stays the same', () => {
    const sale = closed('REVIEW', 'not-made')
    const seen = { ...sale, transaction: record(null) }
    expect([isOpen(seen), shownState(seen), canSellAgain(seen)]).toEqual([true, 'REVIEW', false])
    const doubted = { ...sale, error: appError('RECORD_DIFFERS') }
    expect([isOpen(doubted), shownState(doubted)]).toEqual([true, 'REVIEW'])
  })

  it('offers "sell again" only for what did not happen, by evidence or by a person', () => {
    for (const state of ['NOT_SENT', 'REJECTED', 'DECLINED'] as const) {
      expect(canSellAgain(soldSample({ state }))).toBe(true)
    }
    expect(canSellAgain(closed('REVIEW', 'not-made'))).toBe(true)
    for (const state of ['APPROVED', 'UNKNOWN', 'REVIEW', 'PENDING'] as const) {
      expect(canSellAgain(soldSample({ state }))).toBe(false)
    }
    expect(canSellAgain(closed('REVIEW', 'approved'))).toBe(false)
    expect(canSellAgain(closed('REVIEW', 'approved', 'REJECTED'))).toBe(false)
    expect(canSellAgain(closed('REVIEW', 'not-made', 'APPROVED'))).toBe(false)
  })

  it('never offers "not made" for what the service approved in part', () => {
    expect(verdictsFor('PARTIAL')).not.toContain('not-made')
    expect(verdictsFor('REVIEW')).toContain('not-made')
  })

  it('lets nobody say against a record what the service has decided', () => {
    expect(verdictsFor('APPROVED')).toEqual(['approved'])
    expect(verdictsFor('REJECTED')).toEqual(['rejected', 'not-made'])
  })
})
