import { z } from 'zod'
import { totalsSchema, type ReportTotals } from '../../../../shared/contract/reports.ts'
import { toFailure } from '../../../../shared/errors.ts'
import { createThread, workerBeside } from '../../../async/thread.ts'
import type { ReportQuestion } from './query-question.ts'

/**
 * Reads that go over hundreds of thousands of rows, in a thread of its own with its own connection: the register goes
 * on selling meanwhile. Started with the first of them.
 */
export interface QueryThread {
  places(question: Omit<Extract<ReportQuestion, { kind: 'places' }>, 'kind'>): Promise<Float64Array>
  totals(question: Omit<Extract<ReportQuestion, { kind: 'totals' }>, 'kind'>): Promise<ReportTotals>
  close(): Promise<void>
}

export function createQueryThread(): QueryThread {
  const url = workerBeside(import.meta.url, 'query-worker')
  const thread = createThread({ url, died: toFailure })
  return {
    places: (question) => thread.ask({ kind: 'places', ...question }, z.instanceof(Float64Array)),
    totals: (question) => thread.ask({ kind: 'totals', ...question }, totalsSchema),
    close: () => thread.end(),
  }
}
