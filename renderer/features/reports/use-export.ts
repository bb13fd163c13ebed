import { tryOnScopeDispose } from '@vueuse/core'
import { ref } from 'vue'
import type { ReportFilter, ReportRange } from '../../../shared/contract/reports.ts'
import { reportFileName } from '../../../shared/domain/report-name.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'

export type ExportFormat = 'xlsx' | 'csv'

/** Where an export stands. */
export type ExportStage =
  | { kind: 'idle' }
  | { kind: 'asking'; folder: string; name: string; replaces: boolean }
  | { kind: 'writing'; done: number; total: number }
  | { kind: 'done'; path: string; rows: number }

/** Writing a report to a file: where to, how far, and opening it afterwards. */
export function useExport(
  what: () => { range: ReportRange; filter: ReportFilter; language: 'es' | 'en' },
) {
  const stage = ref<ExportStage>({ kind: 'idle' })
  const error = ref<AppError | null>(null)
  let format: ExportFormat = 'xlsx'
  let job: string | null = null

  async function guarded(work: () => Promise<void>): Promise<void> {
    error.value = null
    try {
      await work()
    } catch (caught) {
      error.value = toAppError(caught)
      if (stage.value.kind === 'writing') stage.value = { kind: 'idle' }
    }
  }

  /** Asks where to; the window without a save dialog asks here. */
  const start = (chosen: ExportFormat) =>
    guarded(async () => {
      format = chosen
      const { range, language } = what()
      const target = await call('files.chooseSave', {
        suggestedName: reportFileName(range, chosen, language),
      })
      if (target.kind === 'chosen') await write(target.path)
      if (target.kind === 'ask') {
        stage.value = { kind: 'asking', folder: target.folder, name: target.name, replaces: false }
      }
    })

  /** The folder and name typed; a file that is there is replaced only when said twice. */
  const confirm = (folder: string, name: string, replace: boolean) =>
    guarded(async () => {
      const ending = `.${format}`
      const whole = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
      const { path, exists } = await call('files.approve', { folder, name: whole })
      if (exists && !replace) {
        stage.value = { kind: 'asking', folder, name: whole, replaces: true }
      } else await write(path)
    })

  async function write(path: string): Promise<void> {
    const jobId = crypto.randomUUID()
    job = jobId
    stage.value = { kind: 'writing', done: 0, total: 0 }
    const { range, filter, language } = what()
    const input = { ...range, filter: { ...filter }, format, path, language, jobId }
    const written = await call('reports.export', input)
    stage.value = { kind: 'done', ...written }
  }

  const cancel = () =>
    guarded(async () => {
      if (stage.value.kind === 'writing' && job !== null)
        await call('reports.cancel', { jobId: job })
      else stage.value = { kind: 'idle' }
    })

  const open = (place: 'file' | 'folder') =>
    guarded(async () => {
      if (stage.value.kind === 'done') {
        await call('files.open', { path: stage.value.path, what: place })
      }
    })

  tryOnScopeDispose(
    on('reports.progress', ({ jobId, phase, done, total }) => {
      if (phase === 'export' && jobId === job && stage.value.kind === 'writing') {
        stage.value = { kind: 'writing', done, total }
      }
    }),
  )

  return { stage, error, start, confirm, cancel, open }
}
