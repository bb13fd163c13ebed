import type { Ref } from 'vue'
import type { AppError } from '../../../shared/errors.ts'

/** What the window asks by itself where it has no save dialog: the place as far as it is known. */
export interface SaveAsk {
  folder: string
  name: string
  /** A file of that name is there: it is replaced only when said again. */
  replaces: boolean
}

/** Saving something as a file, as `SaveAs.vue` shows it. */
export interface SaveAs {
  asking: Readonly<Ref<SaveAsk | null>>
  /** What came of it last, whichever step failed. */
  error: Readonly<Ref<AppError | null>>
  confirm(folder: string, name: string, replace: boolean): Promise<void>
  cancel(): void
}
