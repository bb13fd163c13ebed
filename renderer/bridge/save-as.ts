import { computed, ref } from 'vue'
import { toAppError, type AppError } from '../../shared/errors.ts'
import type { SaveAs, SaveAsk } from '../ui/fields/save-as.ts'
import { call } from './client.ts'

/**
 * Saving something as a file: where to is asked by the system's dialog or else here (`asking`), then `write` writes it
 * to the approved path. Whatever fails on the way is `error`, which `SaveAs.vue` shows.
 */
export function useSaveAs(write: (path: string) => Promise<void>) {
  const asking = ref<SaveAsk | null>(null)
  const error = ref<AppError | null>(null)
  const busy = ref(false)
  /** Where the last file was to be written. */
  const path = ref<string | null>(null)
  let ending = ''

  /** Takes one step; the next forgets what failed before it. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    error.value = null
    busy.value = true
    try {
      await step()
    } catch (caught) {
      error.value = toAppError(caught)
    } finally {
      busy.value = false
    }
  }

  /** The same, of what a person starts: a second start while busy does nothing. */
  const begin = async (step: () => Promise<void>) => {
    if (!busy.value) await attempt(step)
  }

  async function writeTo(approved: string): Promise<void> {
    path.value = approved
    await write(approved)
  }

  /** Asks where to, by this name at first. */
  const start = (suggestedName: string) =>
    begin(async () => {
      path.value = null
      ending = suggestedName.slice(suggestedName.lastIndexOf('.'))
      const target = await call('files.chooseSave', { suggestedName })
      asking.value =
        target.kind === 'ask' ? { folder: target.folder, name: target.name, replaces: false } : null
      if (target.kind === 'chosen') await writeTo(target.path)
    })

  /** The folder and name typed; a file that is there is replaced only when said twice. */
  const confirm: SaveAs['confirm'] = (folder, name, replace) =>
    begin(async () => {
      const whole = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
      const approved = await call('files.approve', { folder, name: whole })
      asking.value = approved.exists && !replace ? { folder, name: whole, replaces: true } : null
      if (asking.value === null) await writeTo(approved.path)
    })

  /** The same once more, to the same place. */
  const again = () =>
    begin(async () => {
      if (path.value !== null) await write(path.value)
    })

  function cancel(): void {
    asking.value = null
    error.value = null
  }

  return {
    asking,
    error,
    busy,
    mayRetry: computed(() => path.value !== null && !busy.value),
    attempt,
    start,
    confirm,
    again,
    cancel,
  }
}
