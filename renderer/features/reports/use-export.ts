import { tryOnScopeDispose } from '@vueuse/core'
import { ref } from 'vue'
import type { ReportFilter, ReportRange } from '../../../shared/contract/reports.ts'
import { reportFileName } from '../../../shared/domain/report-name.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, on } from '../../bridge/client.ts'
import { useSaveTarget } from '../../bridge/save-target.ts'

export type ExportFormat = 'xlsx' | 'csv'

/** Where an export stands. */
export type ExportStage =
  | { kind: 'idle' }
  | { kind: 'writing'; done: number; total: number }
  | { kind: 'done'; path: string; rows: number }

/** Writing a report to a file: where to, how far, and opening it afterwards. */
export function useExport(
  what: () => { range: ReportRange; filter: ReportFilter; language: 'es' | 'en' },
) {
  const target = useSaveTarget()
  const stage = ref<ExportStage>({ kind: 'idle' })
  const error = ref<AppError | null>(null)
  let format: ExportFormat = 'xlsx'
  let job: string | null = null

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

  const start = (chosen: ExportFormat) =>
    guarded(async () => {
      format = chosen
      const { range, language } = what()
      await write(await target.choose(reportFileName(range, chosen, language)))
    })

  const confirm = (...where: Parameters<typeof target.confirm>) =>
    guarded(async () => write(await target.confirm(...where)))

  async function write(path: string | null): Promise<void> {
    if (path === null) return
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

  tryOnScopeDispose(
    on('reports.progress', ({ jobId, phase, done, total }) => {
      if (phase === 'export' && jobId === job && stage.value.kind === 'writing') {
        stage.value = { kind: 'writing', done, total }
      }
    }),
  )

  return { stage, asking: target.asking, error, start, confirm, cancel, open }
}
