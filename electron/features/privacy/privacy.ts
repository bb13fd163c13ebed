import { setImmediate as pause } from 'node:timers/promises'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { maskReference } from '../../../shared/domain/mask.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal-reader.ts'
import type { Journal } from '../../store/journal.ts'
import { noSales } from '../../store/personal.ts'
import { saveText } from '../../store/save-file.ts'
import { customerCsv, customerJson, keptOf } from './customer-file.ts'

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
  /** Begins to erase what had to wait, and what is older than the owner keeps it: now and every hour. */
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
  let expired = 0
  let followed = 0

  async function erase(key: string): Promise<{ erased: number; left: number; notes: number }> {
    const { personal } = deps.journal()
    const sales = personal.idsOf(key)
    const notes = personal.notesAbout(key).map(({ kind, id }) => ({ kind, id }))
    const why = { at: deps.now(), why: 'request', by: deps.cashier() } as const
    personal.ask({ sales, notes }, why)
    // Who bought for years has hundreds of sales: others go on being sold meanwhile.
    while (personal.eraseDue(why.at, atOnce) === atOnce) await pause()
    const erased = sales.filter((id) => personal.isErased(id)).length
    deps.note('privacy.erase', {
      subject: maskReference(key),
      detail: `${erased} / ${sales.length}${notes.length === 0 ? '' : ` + ${notes.length}`}`,
    })
    return { erased, left: sales.length - erased, notes: notes.length }
  }

  /** One handful of what had to wait, or is too old; answers whether there is more. */
  function forgetSome(): boolean {
    const now = deps.now()
    const { personal } = deps.journal()
    const due = personal.eraseDue(now, atOnce)
    followed += due
    const months = deps.keepMonths()
    if (due === atOnce || months === null) return due === atOnce
    const moment = now - months * monthMs
    const sales = personal.olderThan(moment, atOnce)
    const notes = personal.notesOlderThan(moment, atOnce)
    if (sales.length + notes.length === 0) return false
    personal.ask({ sales, notes }, { at: now, why: 'age', by: null })
    const erased = personal.eraseDue(now, atOnce)
    expired += erased + notes.length
    return Math.max(erased, notes.length) === atOnce
  }

  /** What was erased since it was last said, once that is over. */
  function noteForgotten(): void {
    if (expired > 0) deps.note('privacy.expired', { detail: String(expired) })
    if (followed > 0) deps.note('privacy.followed', { detail: String(followed) })
    expired = 0
    followed = 0
  }

  function run(): void {
    let more = false
    try {
      more = forgetSome()
      if (!more) noteForgotten()
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
    timer = setTimeout(run, more ? betweenMs : hourMs)
    timer.unref()
  }

  return {
    handlers: {
      async 'privacy.find'({ key }) {
        const personal = deps.reader()?.personal
        const counted = personal?.countOf(key, deps.now()) ?? noSales
        const notes = personal?.notesAbout(key) ?? []
        return { ...counted, notes: notes.map(({ at, text }) => ({ at, text })) }
      },
      async 'privacy.export'({ key, path, format, language }) {
        deps.mustBeApproved(path)
        const kept = keptOf(deps.reader(), key)
        const separator = deps.decimalSign() === 'comma' ? ';' : ','
        const text =
          format === 'json' ? customerJson(key, kept) : customerCsv(kept, language, separator)
        await saveText(path, text)
        const detail = `${format}: ${kept.records.length}`
        deps.note('privacy.export', { subject: maskReference(key), detail })
        return { path, rows: kept.records.length }
      },
      'privacy.erase': ({ key }) => erase(key),
    },
    start: () => {
      timer = setTimeout(run, betweenMs)
      timer.unref()
    },
    stop: () => {
      if (timer) clearTimeout(timer)
      if (expired + followed > 0) noteForgotten()
    },
  }
}
