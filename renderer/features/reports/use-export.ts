import { createGlobalState } from '@vueuse/core'
import { computed, ref } from 'vue'
import type { CallInput, CallOutput } from '../../../shared/contract/index.ts'
import { reportFileName } from '../../../shared/domain/report-name.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
import { useSaveTarget } from '../../bridge/save-target.ts'

/** What goes into a file, and how; where to is asked. */
export type ExportWish = Omit<CallInput<'reports.export'>, 'path' | 'jobId'>

/** Where an export stands. */
export type ExportStage =
  | { kind: 'idle' }
  | { kind: 'writing'; done: number; total: number }
  | ({ kind: 'done' } & CallOutput<'reports.export'>)

/**
 * Writing a report to a file: where to, how far, and opening it afterwards. One for the whole window: a file goes on
 * being written while another page is looked at, and is found again on return.
 */
export const useExport = createGlobalState(() => {
  const target = useSaveTarget()
  const stage = ref<ExportStage>({ kind: 'idle' })
  const error = ref<AppError | null>(null)
  let wish: ExportWish | null = null
  let job: string | null = null
  /** Where the last file was to be written: asked once, tried again there. */
  const asked = ref<string | null>(null)
  const mayRetry = computed(() => asked.value !== null && stage.value.kind === 'idle')

  async function guarded(work: () => Promise<void>): Promise<void> {
    error.value = null
    try {
      await work()
    } catch (caught) {
      const failed = toAppError(caught)
      // A person who stopped it knows; nothing of it was kept.
      if (failed.code !== 'CANCELLED') error.value = failed
      if (stage.value.kind === 'writing') stage.value = { kind: 'idle' }
    }
  }

  /** Asks where to and writes what is wished for now, whatever is looked at meanwhile. */
  const start = (wished: ExportWish) =>
    guarded(async () => {
      wish = wished
      asked.value = null
      await write(await target.choose(reportFileName(wished, wished.format, wished.language)))
    })

  const confirm = (...where: Parameters<typeof target.confirm>) =>
    guarded(async () => write(await target.confirm(...where)))

  async function write(path: string | null): Promise<void> {
    if (path === null || wish === null) return
    asked.value = path
    const jobId = crypto.randomUUID()
    job = jobId
    stage.value = { kind: 'writing', done: 0, total: 0 }
    const { kind, kinds = [], from, to } = wish
    for (const other of kinds) {
      // The other report of a book may never have been looked at.
      if (other !== kind) await call('reports.gather', { kind: other, from, to, jobId })
    }
    stage.value = { kind: 'done', ...(await call('reports.export', { ...wish, path, jobId })) }
  }

  /** The same once more: there, or where is asked again. */
  const again = () => guarded(() => write(asked.value))
  const elsewhere = async () => {
    if (wish) await start(wish)
  }

  const cancel = () =>
    guarded(async () => {
      target.cancel()
      if (stage.value.kind === 'writing' && job !== null) {
        await call('reports.cancel', { jobId: job })
      } else stage.value = { kind: 'idle' }
    })

  const open = (place: 'file' | 'folder') =>
    guarded(async () => {
      if (stage.value.kind === 'done') {
        await call('files.open', { path: stage.value.path, what: place })
      }
    })

  on('reports.progress', ({ jobId, phase, done, total }) => {
    if (phase === 'export' && jobId === job && stage.value.kind === 'writing') {
      stage.value = { kind: 'writing', done, total }
    }
  })

  return {
    stage,
    asking: target.asking,
    error,
    mayRetry,
    start,
    confirm,
    again,
    elsewhere,
    cancel,
    open,
  }
})
