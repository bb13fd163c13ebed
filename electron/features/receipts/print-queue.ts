import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PrintJob } from '../../../shared/contract/receipts.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'

/** Something to print, one after the other; nothing waits for it but what is to be printed after it. */
export interface PrintWork {
  saleId: string | null
  title: string
  /** Nobody misses it in the next run: a test page, a drawer that did not open. */
  isPassing?: boolean
  /** Puts it on paper; rejects with why not. `signal` ends it when the app closes. */
  run(signal: AbortSignal): Promise<void>
}

/** A paper of a run before this one that did not come out, as far as it is known. */
export interface EarlierPaper extends Pick<PrintJob, 'id' | 'at' | 'saleId' | 'title'> {
  error: AppError
  /** Prints it on demand; null: it can only be printed where it is shown. */
  work: PrintWork | null
}

/** Where the next run finds what did not come out. None of it throws. */
export interface PaperKeeper {
  add(job: PrintJob): void
  begun(jobId: string): void
  failed(jobId: string, error: AppError): void
  remove(jobId: string): void
}

/** The papers on their way. */
export type PrintQueue = ReturnType<typeof createPrintQueue>

/** More failures than this say the same; the oldest are forgotten. */
const mostFailed = 20

/** A paper that was cancelled in its dialog is nobody's problem. */
const isCancelled = ({ error }: PrintJob) => error?.code === 'PRINT_CANCELLED'

/** A line of papers before one printer. */
interface Line {
  readonly now: () => number
  readonly tell: (jobs: PrintJob[]) => void
  readonly keeper: PaperKeeper
  readonly entries: Entry[]
  readonly closing: AbortController
  running: Promise<void> | null
}

interface Entry {
  job: PrintJob
  /** null: it can only be printed elsewhere. */
  work: PrintWork | null
}

/** One printer, one line of papers. `tell` hears of every change. */
export function createPrintQueue(deps: Pick<Line, 'now' | 'tell' | 'keeper'>) {
  const line: Line = { ...deps, entries: [], closing: new AbortController(), running: null }
  return {
    /** Shows what runs before this one left; nothing of it is printed but on demand. */
    bringBack: (papers: readonly EarlierPaper[]): void =>
      void line.entries.push(...papers.map(entryOf)),
    /** Queues work and answers its job at once. */
    add: (work: PrintWork): PrintJob => add(line, work),
    /** What is on its way, and what failed and was not dismissed; oldest first. */
    jobs: (): PrintJob[] => jobsOf(line),
    /** Queues the same work again; false: there is no such failed job. */
    retry: (jobId: string): boolean => retry(line, jobId),
    dismiss: (jobId: string): void => dismiss(line, jobId),
    /** Begins nothing more and ends what is printing. */
    async close(): Promise<void> {
      line.closing.abort()
      await line.running
    },
  }
}

function entryOf({ work, ...paper }: EarlierPaper): Entry {
  const again = work === null ? 'elsewhere' : 'duplicate'
  return { job: { ...paper, state: 'failed', again }, work }
}

const jobsOf = ({ entries }: Line) => entries.map(({ job }) => ({ ...job }))

const waiting = ({ entries }: Line) => entries.find(({ job }) => job.state === 'waiting')

const failed = ({ entries }: Line) => entries.filter(({ job }) => job.state === 'failed')

function add(line: Line, work: PrintWork): PrintJob {
  const job: PrintJob = {
    id: randomUUID(),
    at: line.now(),
    saleId: work.saleId,
    title: work.title,
    state: 'waiting',
    error: null,
    again: 'same',
  }
  line.entries.push({ job, work })
  if (!work.isPassing) line.keeper.add(job)
  line.tell(jobsOf(line))
  begin(line)
  return { ...job }
}

function retry(line: Line, jobId: string): boolean {
  const entry = failed(line).find(({ job }) => job.id === jobId)
  if (!entry?.work) return false
  change(line, entry.job, { state: 'waiting', error: null, at: line.now() })
  begin(line)
  return true
}

function dismiss(line: Line, jobId: string): void {
  const entry = failed(line).find(({ job }) => job.id === jobId)
  if (!entry) return
  drop(line, jobId)
  line.tell(jobsOf(line))
}

function change(line: Line, job: PrintJob, to: Partial<PrintJob>): void {
  Object.assign(job, to)
  line.tell(jobsOf(line))
}

function drop({ entries, keeper }: Line, jobId: string): void {
  const index = entries.findIndex(({ job }) => job.id === jobId)
  if (index >= 0) entries.splice(index, 1)
  keeper.remove(jobId)
}

function begin(line: Line): void {
  if (line.closing.signal.aborted) return
  line.running ??= printWaiting(line).finally(() => {
    line.running = null
    // What was queued between the last look and here.
    if (waiting(line)) begin(line)
  })
}

async function printWaiting(line: Line): Promise<void> {
  for (;;) {
    // Whoever queued goes on first: printing begins when nothing else has to be done.
    await setImmediate()
    const next = waiting(line)
    if (!next || line.closing.signal.aborted) return
    await print(line, next)
  }
}

async function print(line: Line, { job, work }: Entry): Promise<void> {
  change(line, job, { state: 'printing' })
  line.keeper.begun(job.id)
  try {
    await work?.run(line.closing.signal)
    drop(line, job.id)
    line.tell([...jobsOf(line), { ...job, state: 'done' }])
  } catch (caught) {
    const error = toAppError(caught)
    Object.assign(job, { state: 'failed', error })
    line.keeper.failed(job.id, error)
    // Whoever closes the program did not cancel a paper: the next run tells of it.
    if (isCancelled(job) && !line.closing.signal.aborted) drop(line, job.id)
    const all = failed(line)
    if (all.length > mostFailed) drop(line, all[0]?.job.id ?? '')
    line.tell(jobsOf(line))
  }
}
