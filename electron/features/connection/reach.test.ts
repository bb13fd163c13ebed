import { describe, expect, it } from 'vitest'
import { appError, type AppError } from '../../../shared/errors.ts'
import type { ExchangeReport } from '../../service/session.ts'
import { judgeReach, unknownReach } from './reach.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
function report(error: AppError | null, httpStatus: number | null = 200): ExchangeReport {
  return {
    operation: 'getBusiness',
    startedAt: start,
    endedAt: start + 200,
    httpStatus,
    serverDate: httpStatus === null ? null : start + 60_000,
    error,
  }
}
const judge = (...reports: ExchangeReport[]) => reports.reduce(judgeReach, unknownReach)

describe('the reach', () => {
  it.each<[string, ExchangeReport]>([
    ['an answer', report(null)],
    ['a refusal', report(appError('SERVICE_REFUSED'), 400)],
    ['not found', report(appError('SERVICE_NOT_FOUND'), 404)],
    ['a failed query', report(appError('SERVICE_ERROR', { status: 500 }), 500)],
  ])('is online after %s', (_name, answer) => {
    expect(judge(report(appError('CONNECTION_LOST'), null), answer)).toEqual({
      reach: 'online',
      error: null,
      lastAnswerAt: start + 200,
      clockSkewMs: 60_400,
    })
  })

  it.each<[string, ExchangeReport]>([
    ['no answer', report(appError('CONNECTION_TIMEOUT'), null)],
    ['a page of somebody else', report(appError('ANSWER_NOT_JSON'))],
    ['a redirect', report(appError('ANSWER_REDIRECTED'), 302)],
    ['a gateway without service', report(appError('SERVICE_ERROR', { status: 503 }), 503)],
    ['a cut answer', report(appError('CONNECTION_LOST'))],
  ])('is offline after %s, keeping what was known', (_name, answer) => {
    const before = judge(report(null))
    expect(judgeReach(before, answer)).toEqual({
      ...before,
      reach: 'offline',
      error: answer.error,
    })
  })

  it('stays unauthorized until an answer proves the token good', () => {
    const refused = report(appError('UNAUTHORIZED'), 401)
    expect(judge(refused).reach).toBe('unauthorized')
    expect(judge(refused, report(appError('CONNECTION_LOST'), null)).reach).toBe('unauthorized')
    expect(judge(refused, report(appError('SERVICE_REFUSED'), 400))).toMatchObject({
      reach: 'unauthorized',
      error: { code: 'UNAUTHORIZED' },
    })
    expect(judge(refused, report(null)).reach).toBe('online')
  })

  it('learns nothing from what was cancelled', () => {
    expect(judge(report(appError('CANCELLED'), null))).toBe(unknownReach)
  })
})
