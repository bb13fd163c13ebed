import { z } from 'zod'
import {
  completenessSchema,
  shownRowSchema,
  totalsSchema,
  type Completeness,
  type ReportTotals,
} from '../../../../shared/contract/reports.ts'
import { toFailure } from '../../../../shared/errors.ts'
import { createThread, workerBeside } from '../../../async/thread.ts'
import type { RowsPage } from './page-reader.ts'
import type { QuestionOf } from './query-question.ts'

/**
 * Reads that go over years, in a thread of its own with its own connections: the register goes on selling meanwhile.
 * Started with the first of them, ended when nobody looks at a report any more. A question that is called off before its turn fails with CANCELLED.
 */
export type QueryThread = ReturnType<typeof createQueryThread>

const pageSchema = z.object({ rows: z.array(shownRowSchema), count: z.int() })

export function createQueryThread() {
  const url = workerBeside(import.meta.url, 'query-worker')
  const thread = createThread({ url, died: toFailure, warmMs: 300_000 })
  return {
    page: (question: QuestionOf<'page'>, signal: AbortSignal): Promise<RowsPage> =>
      thread.ask({ kind: 'page', ...question }, pageSchema, { signal }),
    totals: (question: QuestionOf<'totals'>, signal: AbortSignal): Promise<ReportTotals> =>
      thread.ask({ kind: 'totals', ...question }, totalsSchema, { signal }),
    completeness: (question: QuestionOf<'completeness'>): Promise<Completeness> =>
      thread.ask({ kind: 'completeness', ...question }, completenessSchema),
    close: (): Promise<void> => thread.end(),
  }
}
