import { createGlobalState } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { CallInput, CallOutput } from '../../../../shared/contract/index.ts'
import { reportFileName } from '../../../../shared/domain/report/report-name.ts'
import { toAppError } from '../../../../shared/errors.ts'
import { call, on } from '../../../bridge/client.ts'
import { useSaveAs } from '../../../bridge/save-as.ts'

/** What goes into a file, and how; where to is asked. */
export type ExportWish = Omit<CallInput<'reports.export'>, 'path' | 'jobId'>

/** What is being done for a file: days of the journal are read, rows written, days held against the service's list. */
export type WritingPhase = 'books' | 'export' | 'reconcile'

/** Where an export stands. */
export type ExportStage =
  | { kind: 'idle' }
  | { kind: 'writing'; phase: WritingPhase; done: number; total: number }
  | ({ kind: 'done' } & CallOutput<'reports.export'>)

/**
 * Writing a report to a file: where to, how far, and opening it afterwards. One for the whole window: a file goes on
 * being written while another page is looked at, and is found again on return.
 */
export const useExport = createGlobalState(() => {
  const stage = ref<ExportStage>({ kind: 'idle' })
  const wish = shallowRef<ExportWish | null>(null)
  let job: string | null = null

  const file = useSaveAs(async (path) => {
    if (wish.value === null) return
    const jobId = crypto.randomUUID()
    job = jobId
    stage.value = { kind: 'writing', phase: 'export', done: 0, total: 0 }
    const { kind, kinds = [], from, to, over } = wish.value
    try {
      for (const other of kinds) {
        // The other report of a book may never have been looked at.
        if (other !== kind) await call('reports.gather', { kind: other, from, to, over, jobId })
      }
      stage.value = {
        kind: 'done',
        ...(await call('reports.export', { ...wish.value, path, jobId })),
      }
    } catch (caught) {
      stage.value = { kind: 'idle' }
      // A person who stopped it knows; nothing of it was kept.
      if (toAppError(caught).code !== 'CANCELLED') throw caught
    }
  })
  const mayRetry = computed(() => file.mayRetry.value && stage.value.kind === 'idle')

  /** Asks where to and writes what is wished for now, whatever is looked at meanwhile. */
  async function start(wished: ExportWish): Promise<void> {
    wish.value = wished
    await file.start(reportFileName(wished, wished.format, wished.language))
  }

  /** The same once more, where is asked again. */
  const elsewhere = async () => {
    if (wish.value) await start(wish.value)
  }

  function cancel(): void {
    file.cancel()
    if (stage.value.kind === 'writing' && job !== null) {
      const jobId = job
      void file.attempt(async () => void (await call('reports.cancel', { jobId })))
    } else stage.value = { kind: 'idle' }
  }

  const open = (place: 'file' | 'folder') =>
    file.attempt(async () => {
      if (stage.value.kind === 'done') {
        await call('files.open', { path: stage.value.path, what: place })
      }
    })

  on('reports.progress', ({ jobId, phase, done, total }) => {
    if (phase !== 'gather' && jobId === job && stage.value.kind === 'writing') {
      stage.value = { kind: 'writing', phase, done, total }
    }
  })

  return { ...file, wish, stage, mayRetry, start, elsewhere, cancel, open }
})
