import { ref } from 'vue'
import type { SaleDetail } from '../../../shared/contract/selling.ts'
import type { Language } from '../../../shared/domain/dates.ts'
import { supportText } from '../../../shared/domain/support-text.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call } from '../../bridge/client.ts'
import { useSaveTarget } from '../../bridge/save-target.ts'

/** Where handing a sale's evidence to support stands. */
export type SupportStage = { kind: 'idle' } | { kind: 'copied' } | { kind: 'saved'; path: string }

/** Copies or saves everything that the service's support needs about a sale. */
export function useSupport(what: () => { detail: SaleDetail; language: Language }) {
  const target = useSaveTarget()
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

  const save = () =>
    guarded(async () => {
      await write(await target.choose(`venta-${what().detail.sale.id}.txt`))
    })

  const confirm = (...where: Parameters<typeof target.confirm>) =>
    guarded(async () => write(await target.confirm(...where)))

  async function write(path: string | null): Promise<void> {
    if (path === null) return
    await call('files.saveText', { path, text: text() })
    stage.value = { kind: 'saved', path }
  }

  function cancel(): void {
    target.cancel()
    stage.value = { kind: 'idle' }
  }

  return { stage, asking: target.asking, error, copy, save, confirm, cancel }
}
