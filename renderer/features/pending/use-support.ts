import { ref } from 'vue'
import type { SaleDetail } from '../../../shared/contract/selling.ts'
import type { Language } from '../../../shared/words/words.ts'
import { supportText } from '../../../shared/domain/claim/support-text.ts'
import { call } from '../../bridge/client.ts'
import { useSaveAs } from '../../bridge/save-as.ts'

/** Where handing a sale's evidence to support stands. */
export type SupportStage = { kind: 'idle' } | { kind: 'copied' } | { kind: 'saved'; path: string }

/** Copies or saves everything that the service's support needs about a sale. */
export function useSupport(what: () => { detail: SaleDetail; language: Language }) {
  const stage = ref<SupportStage>({ kind: 'idle' })

  function text(): string {
    const { detail, language } = what()
    return supportText(detail.sale, detail.history, language)
  }

  const file = useSaveAs(async (path) => {
    await call('files.saveText', { path, text: text() })
    stage.value = { kind: 'saved', path }
  })

  const copy = () =>
    file.attempt(async () => {
      await navigator.clipboard.writeText(text())
      stage.value = { kind: 'copied' }
    })

  const save = () => file.start(`venta-${what().detail.sale.id}.txt`)

  function cancel(): void {
    file.cancel()
    stage.value = { kind: 'idle' }
  }

  return { stage, file, copy, save, cancel }
}
