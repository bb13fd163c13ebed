import { ref } from 'vue'
import type { SaleDetail } from '../../../shared/contract/selling.ts'
import type { Language } from '../../../shared/domain/dates.ts'
import { supportText } from '../../../shared/domain/support-text.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'

/** Where handing a sale's evidence to support stands. */
export type SupportStage =
  | { kind: 'idle' }
  | { kind: 'copied' }
  | { kind: 'asking'; folder: string; name: string; replaces: boolean }
  | { kind: 'saved'; path: string }

/** Copies or saves everything that the service's support needs about a sale. */
export function useSupport(what: () => { detail: SaleDetail; language: Language }) {
  const stage = ref<SupportStage>({ kind: 'idle' })
  const error = ref<AppError | null>(null)

  function text(): string {
    const { detail, language } = what()
    return supportText(detail.sale, detail.history, language)
  }

  async function guarded(work: () => Promise<void>): Promise<void> {
    error.value = null
    try {
      await work()
    } catch (caught) {
      error.value = toAppError(caught)
    }
  }

  const copy = () =>
    guarded(async () => {
      await navigator.clipboard.writeText(text())
      stage.value = { kind: 'copied' }
    })

  /** Asks where to; the window without a save dialog asks here. */
  const save = () =>
    guarded(async () => {
      const suggestedName = `venta-${what().detail.sale.id}.txt`
      const target = await call('files.chooseSave', { suggestedName })
      if (target.kind === 'chosen') await write(target.path)
      if (target.kind === 'ask') {
        stage.value = { kind: 'asking', folder: target.folder, name: target.name, replaces: false }
      }
    })

  /** The folder and name typed; a file that is there is replaced only when said twice. */
  const confirm = (folder: string, name: string, replace: boolean) =>
    guarded(async () => {
      const whole = name.toLowerCase().endsWith('.txt') ? name : `${name}.txt`
      const { path, exists } = await call('files.approve', { folder, name: whole })
      if (exists && !replace) stage.value = { kind: 'asking', folder, name: whole, replaces: true }
      else await write(path)
    })

  async function write(path: string): Promise<void> {
    await call('files.saveText', { path, text: text() })
    stage.value = { kind: 'saved', path }
  }

  function cancel(): void {
    stage.value = { kind: 'idle' }
  }

  return { stage, error, copy, save, confirm, cancel }
}
