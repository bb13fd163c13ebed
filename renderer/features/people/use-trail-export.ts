import { ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { call } from '../../bridge/client.ts'
import { useSaveTarget } from '../../bridge/save-target.ts'
import { useAction } from '../../ui/action.ts'

/** Writing who did what to a file, of the days that `range` says. */
export function useTrailExport(range: () => { from: string; to: string }) {
  const { t, locale } = useI18n()
  const target = useSaveTarget()
  const rows = ref<number | null>(null)

  async function write(path: string | null): Promise<void> {
    if (path === null) return
    const language = locale.value === 'en' ? 'en' : 'es'
    const input = { ...range(), personId: null, path, language } as const
    rows.value = (await call('people.exportTrail', input)).rows
  }
  const begin = useAction(async () => {
    rows.value = null
    await write(await target.choose(`${t('trail.title')} ${range().to}.csv`))
  })
  const go = useAction(async (folder: string, name: string, replace: boolean) =>
    write(await target.confirm(folder, name, replace)),
  )

  return {
    asking: target.asking,
    rows,
    error: begin.error,
    start: () => void begin.run(),
    confirm: (folder: string, name: string, replace: boolean) => void go.run(folder, name, replace),
    cancel: target.cancel,
  }
}
