import { z } from 'zod'
import { saleSchema, type Sale } from '../../../shared/domain/sale/sale.ts'
import { toAppError, toFailure, type AppError } from '../../../shared/errors.ts'
import { createThread, workerBeside, type Thread } from '../../async/thread.ts'
import { noteIdSchema } from '../erasure/erasure-log.ts'
import { noSales } from '../erasure/personal.ts'
import type { SaleFilter } from '../sales/sale-search.ts'
import type { SearchQuestion } from './search-question.ts'

const foundSchema = z.object({ sales: z.array(saleSchema), count: z.int(), isMore: z.boolean() })
/** What the index still lacks after a step, of how many sales. */
const tendedSchema = z.object({ lack: z.int(), sales: z.int() })
const customerSchema = z.object({
  sales: z.int(),
  erasable: z.int(),
  due: z.int(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  /** Of these sales. */
  ids: z.array(z.string()),
  notes: z.array(noteIdSchema.extend({ at: z.int(), text: z.string() })),
})
/** All that says who a customer is; see createPersonalReader. */
export type CustomerTraces = z.infer<typeof customerSchema>

/** What goes over all sales of the journal, in a thread with connections of its own. Started with the first question. */
export type JournalSearch = ReturnType<typeof createJournalSearch>

/** The window opens first, and what it asks for comes. */
const restMs = 5_000

/** How often it is told how much of the index is made (ms). */
const toldEvery = 500

/** The thread that answers: started with the first question. */
const searchThread = (): Thread =>
  createThread({ url: workerBeside(import.meta.url, 'search-worker'), died: toFailure })

/**
 * `isWriter`: this process writes the journal, and so its index. `onPrepared` hears how much of it is made, of one, where
 * that takes more than a step.
 */
export function createJournalSearch(deps: {
  folder: string
  isWriter: boolean
  onProblem: (error: AppError) => void
  onPrepared?: (done: number) => void
  /** What answers in the place of the thread: a simulation, which goes the same way each time, has none. */
  thread?: Thread
}) {
  const { folder, isWriter, onProblem, onPrepared = () => undefined } = deps
  const { thread = searchThread() } = deps
  const where = { folder, index: isWriter }
  const ask = <A>(question: SearchQuestion, schema: z.ZodType<A>) => thread.ask(question, schema)
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  async function tend(): Promise<void> {
    // A step at a time: a search that is asked meanwhile comes between two of them.
    let toldAt = -Infinity
    for (let lacks = true; lacks && !isClosed;) {
      const { lack, sales } = await ask({ kind: 'tend', ...where }, tendedSchema)
      lacks = lack > 0
      const now = performance.now()
      if (lacks ? now - toldAt < toldEvery : toldAt === -Infinity) continue
      toldAt = now
      onPrepared(lacks ? 1 - lack / sales : 1)
    }
  }

  return {
    /** The newest sales that a text names, as they were written; `isMore`: there are more than were counted. */
    sales: (
      profileId: string,
      filter: SaleFilter,
    ): Promise<{ sales: Sale[]; count: number; isMore: boolean }> =>
      ask({ kind: 'sales', ...where, profileId, filter }, foundSchema),
    /** What of a customer there is. `now`: epoch milliseconds. */
    customer: async (key: string, now: number): Promise<CustomerTraces> =>
      (await ask({ kind: 'customer', ...where, key, now }, customerSchema.nullable())) ?? {
        ...noSales,
        ids: [],
        notes: [],
      },
    /** Brings the index up to the journal; who was erased before it was asked is in it no more when it settles. */
    tend,
    /** Does so by itself, once the start is over. */
    start: () => {
      if (!isWriter) return
      timer = setTimeout(() => {
        tend().catch((caught: unknown) => !isClosed && onProblem(toAppError(caught)))
      }, restMs)
      timer.unref()
    },
    close: (): Promise<void> => {
      isClosed = true
      if (timer) clearTimeout(timer)
      return thread.end()
    },
  }
}
