import { createHash } from 'node:crypto'
import { legalNext } from '../../../shared/domain/testing/legal-next.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { finalStates, type Sale, type SaleState } from '../../../shared/domain/sale/sale.ts'
import type { ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import type { Database } from '../../../electron/store/sqlite/db.ts'

/** What whoever stands at the register wrote down of a sale, apart from the register. */
export interface Noted {
  draftId: string
  /** The state that a cashier was last told. */
  told: SaleState
  /** Its paper: the number of the line that says it was printed, and what stood on it. */
  paper: { seq: number; words: string } | null
  /** Real time of when a restored journal knew less of it than was told. */
  setBack: number | null
  createdAt: number
}

/** What a cashier meant by a draft. */
export interface Meant {
  customer: number
  productId: string
  amount: Money
}

/** Everything that was told or printed in a year, kept outside of the register. */
export type Book = ReturnType<typeof createBook>

/** Each state with those that can follow it. */
const later = new Map(
  Object.keys(legalNext).map((state) => [state, after(state as SaleState)] as const),
)

function after(state: SaleState): ReadonlySet<SaleState> {
  const found = new Set<SaleState>([state])
  for (const one of found) for (const next of legalNext[one]) found.add(next)
  return found
}

/** Whether a sale that was told as one state may stand in another by now: the same, or one that follows it. */
export const isLater = (told: SaleState, state: SaleState): boolean =>
  later.get(told)?.has(state) ?? false

/**
 * What a journal that was set back may say of a sale that ended: its request may be out, and it is asked about. As SENDING
 * it stands where the copy, or what is left of the WAL, ends between the request and its answer: the start reads it as
 * UNKNOWN (`onStarted`), and look-ups end it.
 */
const broughtBack: readonly SaleState[] = [
  'SENDING',
  'UNKNOWN',
  'PENDING',
  'PROCESSING',
  'ACCEPTED',
  'REVIEW',
]

export function createBook(violate: (rule: string) => void) {
  const sales = new Map<string, Noted>()
  const meant = new Map<string, Meant>()
  const sent = new Set<string>()
  /** The Z reports, by their numbers. */
  const reports = new Map<string, string>()
  let papers = 0

  return {
    sales: sales as ReadonlyMap<string, Noted>,
    meant: meant as ReadonlyMap<string, Meant>,
    sent: sent as ReadonlySet<string>,
    reports: reports as ReadonlyMap<string, string>,
    papers: () => papers,
    mean: (draftId: string, wish: Meant) => void meant.set(draftId, wish),
    onSent: (id: string) => void sent.add(id),
    onTold({ id, draftId, state, createdAt }: Sale): void {
      const known = sales.get(id)
      if (known === undefined) {
        sales.set(id, { draftId, told: state, paper: null, setBack: null, createdAt })
        return
      }
      if (known.setBack === null && !isLater(known.told, state)) {
        violate(`${id}: told ${known.told}, then ${state}`)
      }
      known.told = state
    },
    onPaper(id: string, seq: number, words: string): void {
      const sale = sales.get(id)
      if (!sale) return violate(`${id}: printed, and nobody was told of it`)
      sale.paper = { seq, words }
      papers += 1
    },
    onReport: (profileId: string, report: ShiftReport) => {
      const key = `${profileId} ${report.shift.number}`
      if (reports.has(key)) violate(`Z ${key} was given twice`)
      reports.set(key, printOf(report))
    },
    /** The register was started: of what another run left in the middle nothing stays there, so that it is asked about. */
    onStarted(db: Database): void {
      const left = db.arrays(
        "select id, state from sale where is_open = 1 and state in ('PREPARED', 'SENDING')",
      )
      for (const [id, state] of left) violate(`${String(id)}: ${String(state)} after a start`)
    },
    /**
     * The journal was brought back from a copy, or lost the end of its WAL, at this real time. What it knows less of
     * is noted; what it must never lose is held against it.
     */
    onSetBack(db: Database, at: number): void {
      const states = new Map(
        db.arrays('select id, state from sale').map((row) => {
          const [id, state] = row as [string, SaleState]
          return [id, state]
        }),
      )
      const lastOf = (sql: string) => Number((db.arrays(sql)[0] as [number])[0])
      const lastPaper = lastOf('select ifnull(max(seq), 0) from receipt_print')
      for (const [id, sale] of sales) {
        const state = states.get(id)
        if (sale.paper !== null && sale.paper.seq > lastPaper) sale.paper = null
        if (state === undefined) {
          if (sent.has(id)) violate(`${id}: sent, told ${sale.told}, and lost by a restore`)
          else sales.delete(id)
        } else if (state !== sale.told) {
          sale.setBack = at
          if (finalStates.includes(sale.told) && !broughtBack.includes(state)) {
            if (sent.has(id)) violate(`${id}: told ${sale.told}, restored as ${state}`)
          }
        }
      }
      for (const id of sent) {
        if (!states.has(id)) violate(`${id}: sent, and lost by a restore`)
      }
      const numbers = new Map(
        db
          .arrays('select profile_id, max(number) from shift_close group by 1')
          .map((row) => row as [string, number]),
      )
      for (const key of reports.keys()) {
        const [profileId = '', number] = key.split(' ')
        if (Number(number) > (numbers.get(profileId) ?? 0)) reports.delete(key)
      }
    },
  }
}

/** What a report says, as short as it can be held against another. */
export function printOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64').slice(0, 16)
}
