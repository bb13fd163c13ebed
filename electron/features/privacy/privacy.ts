import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { maskReference } from '../../../shared/domain/personal.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal-reader.ts'
import type { Journal } from '../../store/journal.ts'
import { saveText } from '../../store/save-file.ts'
import { customerCsv, customerJson, recordsOf } from './customer-file.ts'

export interface PrivacyDeps {
  /** The journal to write in; throws why it cannot be written. */
  journal: () => Journal
  /** What can be read of it, or null. */
  reader: () => JournalReader | null
  /** The name of who is at the register. */
  cashier: () => string | null
  /** Writes a line of who did what. */
  note: (action: string, said: { subject?: string | null; detail?: string | null }) => void
  /** After how many months customers are erased from sales that ended; null: never. */
  keepMonths: () => number | null
  now: () => number
  mustBeApproved: (path: string) => void
  decimalSign: () => 'comma' | 'point'
  onProblem: (error: AppError) => void
}

export interface Privacy {
  readonly handlers: Handlers<CallsOf<'privacy'>>
  /** Begins to erase what is older than the owner keeps it, now and every hour. */
  start(): void
  stop(): void
}

const hourMs = 3_600_000
const monthMs = 30.44 * 24 * hourMs
/** Few at a time: a sale must never wait for them. */
const atOnce = 50
const betweenMs = 200

/** What is kept about customers, for those who ask and as long as the owner keeps it. */
export function createPrivacy(deps: PrivacyDeps): Privacy {
  let timer: NodeJS.Timeout | null = null
  let forgotten = 0

  function erase(key: string): { erased: number; left: number } {
    const { personal } = deps.journal()
    const sales = personal.salesOf(key)
    const now = deps.now()
    const erasable = personal.erasable(sales, now)
    for (const { id } of erasable) {
      personal.erase(id, { at: now, why: 'request', by: deps.cashier() })
    }
    const done = { erased: erasable.length, left: sales.length - erasable.length }
    deps.note('privacy.erase', {
      subject: maskReference(key),
      detail: `${done.erased} / ${sales.length}`,
    })
    return done
  }

  /** One handful of what is too old; answers whether there is more. */
  function forgetOld(): boolean {
    const months = deps.keepMonths()
    if (months === null) return false
    const now = deps.now()
    const { personal } = deps.journal()
    const old = personal.olderThan(now - months * monthMs, atOnce)
    for (const { id } of old) personal.erase(id, { at: now, why: 'age', by: null })
    forgotten += old.length
    return old.length === atOnce
  }

  function run(): void {
    let more = false
    try {
      more = forgetOld()
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
    if (!more && forgotten > 0) {
      deps.note('privacy.expired', { detail: String(forgotten) })
      forgotten = 0
    }
    timer = setTimeout(run, more ? betweenMs : hourMs)
    timer.unref()
  }

  return {
    handlers: {
      async 'privacy.find'({ key }) {
        const personal = deps.reader()?.personal
        const sales = personal?.salesOf(key) ?? []
        return {
          sales: sales.length,
          erasable: personal?.erasable(sales, deps.now()).length ?? 0,
          from: sales[0]?.createdAt ?? null,
          to: sales.at(-1)?.createdAt ?? null,
        }
      },
      async 'privacy.export'({ key, path, format, language }) {
        deps.mustBeApproved(path)
        const records = recordsOf(deps.reader(), key)
        const separator = deps.decimalSign() === 'comma' ? ';' : ','
        const text =
          format === 'json' ? customerJson(key, records) : customerCsv(records, language, separator)
        await saveText(path, text)
        const detail = `${format}: ${records.length}`
        deps.note('privacy.export', { subject: maskReference(key), detail })
        return { path, rows: records.length }
      },
      'privacy.erase': async ({ key }) => erase(key),
    },
    start: () => {
      timer = setTimeout(run, betweenMs)
      timer.unref()
    },
    stop: () => {
      if (timer) clearTimeout(timer)
    },
  }
}
