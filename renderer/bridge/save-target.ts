import { ref } from 'vue'
import { call } from './client.ts'

/** What the window asks by itself where it has no save dialog: the place as far as it is known. */
export interface SaveAsk {
  folder: string
  name: string
  /** A file of that name is there: it is replaced only when said again. */
  replaces: boolean
}

/** Where to save a file. Both steps answer the path approved for writing, or null while there is none yet. */
export function useSaveTarget() {
  const asking = ref<SaveAsk | null>(null)
  let ending = ''

  /** Asks where to, by the system's dialog or else here (`asking`). */
  async function choose(suggestedName: string): Promise<string | null> {
    ending = suggestedName.slice(suggestedName.lastIndexOf('.'))
    const target = await call('files.chooseSave', { suggestedName })
    asking.value =
      target.kind === 'ask' ? { folder: target.folder, name: target.name, replaces: false } : null
    return target.kind === 'chosen' ? target.path : null
  }

  /** The folder and name typed; a file that is there is replaced only when said twice. */
  async function confirm(folder: string, name: string, replace: boolean): Promise<string | null> {
    const whole = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`
    const { path, exists } = await call('files.approve', { folder, name: whole })
    asking.value = exists && !replace ? { folder, name: whole, replaces: true } : null
    return asking.value === null ? path : null
  }

  function cancel(): void {
    asking.value = null
  }

  return { asking, choose, confirm, cancel }
}
