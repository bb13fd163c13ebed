import { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import { unlessFailed } from '../sqlite/sqlite-errors.ts'

/** What a computer holds that a restore would put aside. */
export interface SalesHere {
  any: boolean
  /** Those without an end, of all connections: once they are aside nobody looks them up any more; null: not known. */
  open: number | null
}

/** What cannot be read may hold any, and keeps nobody from the copy that it is restored from. */
export function salesHere(
  read: () => Pick<JournalReader, 'hasSales' | 'openCount'> | null,
): SalesHere {
  const held = unlessFailed(() => {
    const journal = read()
    return journal && { any: journal.hasSales(), open: journal.openCount() }
  })
  return held ?? { any: true, open: null }
}

/** @throws Failure RESTORE_OVER_OPEN, RESTORE_OVER_SALES nobody has said yet that what is here goes aside */
export function mustHoldNone({ any, open }: SalesHere): void {
  if (open !== null && open > 0) throw new Failure('RESTORE_OVER_OPEN', { count: open })
  if (any) throw new Failure('RESTORE_OVER_SALES')
}
