import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { z } from 'zod'
import type { SandboxClock } from '../clock.ts'
import type { Currency } from '../money.ts'
import { STATUS } from '../statuses.ts'
import type { StatusId } from '../statuses.ts'
import { createSchema } from './schema.ts'
import { INSERT, transactionOf } from './transaction.ts'
import type { NewTransaction, LedgerTransaction } from './transaction.ts'

const FIRST_ID = 4_180_001

const businessSchema = z.object({ balance: z.number(), profits: z.number(), currency: z.string() })
const numberSchema = z.object({ value: z.number().nullable() })

export interface ReportQuery {
  kind: 'sales' | 'buys'
  /** First millisecond, and the first one after the range. */
  from: number
  until: number
  limit: number
  pick: 'newest' | 'oldest' | 'random'
}

/** What a row does to balance and profits in a given state. */
function effect(row: Pick<LedgerTransaction, 'delta' | 'profit'>, status: StatusId) {
  const earned = status === STATUS.APPROVED || status === STATUS.PARTIAL
  return {
    balance: status === STATUS.REJECTED ? 0 : row.delta,
    profits: earned ? row.profit : 0,
  }
}

/** The ledger cannot be used as asked, e.g. it belongs to another currency. */
export class LedgerError extends Error {}

/** The shop's transactions and balance, in SQLite. States move when read, by the clock. */
export class TransactionLedger {
  readonly #database: DatabaseSync
  readonly #clock: SandboxClock
  /** Prepared once: a history inserts tens of thousands of rows. */
  readonly #insertion: StatementSync
  /** Makes each random report different from the last. */
  #draws = 0

  /** `file` is a path or `:memory:`; `balance` (minor units) counts for a new ledger only. */
  constructor(file: string, clock: SandboxClock, currency: Currency, balance: number) {
    this.#clock = clock
    this.#database = new DatabaseSync(file)
    this.#database.exec(
      'PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
    )
    createSchema(this.#database)
    this.#insertion = this.#database.prepare(INSERT)
    this.#database
      .prepare('INSERT OR IGNORE INTO business VALUES (1, ?, ?, 0)')
      .run(currency, balance)
    const stored = this.#business().currency
    if (stored !== currency) {
      this.close()
      throw new LedgerError(`the data folder holds a ledger in ${stored}, not in ${currency}`)
    }
  }

  #business() {
    return businessSchema.parse(this.#database.prepare('SELECT * FROM business').get())
  }

  #nextId(): number {
    const row = this.#database.prepare('SELECT max(id) AS value FROM transactions').get()
    return (numberSchema.parse(row).value ?? FIRST_ID - 1) + 1
  }

  #change(balance: number, profits: number): void {
    this.#database
      .prepare('UPDATE business SET balance = balance + ?, profits = profits + ?')
      .run(balance, profits)
  }

  #insert(id: number, row: NewTransaction, prevBalance: number): void {
    const newBalance = prevBalance + effect(row, row.status).balance
    this.#insertion.run({ ...row, id, prevBalance, newBalance })
  }

  #atOnce<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #select(condition: string, ...values: (string | number)[]): LedgerTransaction[] {
    const rows = this.#database.prepare(`SELECT * FROM transactions ${condition}`).all(...values)
    return rows.map(transactionOf)
  }

  /** Moves every transaction whose time has come to its next state. */
  #settle(): void {
    const now = this.#clock.now()
    this.#database
      .prepare('UPDATE transactions SET status = ? WHERE status = ? AND processing_at <= ?')
      .run(STATUS.PROCESSING, STATUS.PENDING, now)
    const due = this.#select('WHERE final_at <= ? ORDER BY final_at, id', now)
    if (due.length === 0) return
    this.#atOnce(() => {
      for (const row of due) this.#move(row, row.outcome)
    })
  }

  #move(row: LedgerTransaction, status: StatusId): void {
    const before = effect(row, row.status)
    const after = effect(row, status)
    this.#change(after.balance - before.balance, after.profits - before.profits)
    this.#database
      .prepare(
        `UPDATE transactions SET status = ?, outcome = ?, processing_at = NULL, final_at = NULL,
         new_balance = prev_balance + ? WHERE id = ?`,
      )
      .run(status, status, after.balance, row.id)
  }

  /** Writes one transaction and what it does to the balance; returns it as kept. */
  add(row: NewTransaction): LedgerTransaction {
    this.#settle()
    return this.#atOnce(() => {
      const id = this.#nextId()
      const { balance } = this.#business()
      this.#insert(id, row, balance)
      const change = effect(row, row.status)
      this.#change(change.balance, change.profits)
      return { ...row, id, prevBalance: balance, newBalance: balance + change.balance }
    })
  }

  /**
   * Writes many past transactions, in the order of their time, so that the balance after the
   * last of them is the present one.
   */
  addHistory(rows: readonly NewTransaction[]): void {
    const effects = rows.map((row) => effect(row, row.status))
    const total = effects.reduce((sum, change) => sum + change.balance, 0)
    this.#atOnce(() => {
      let id = this.#nextId()
      let balance = this.#business().balance - total
      rows.forEach((row, index) => {
        this.#insert(id, row, balance)
        balance += effects[index]?.balance ?? 0
        id += 1
      })
      this.#change(
        0,
        effects.reduce((sum, change) => sum + change.profits, 0),
      )
    })
  }

  /** Balance and profits in minor units. */
  business(): { balance: number; profits: number } {
    this.#settle()
    const { balance, profits } = this.#business()
    return { balance, profits }
  }

  /** The newest visible sale with this `_id` made at or after `since`. */
  findSale(customerId: string, since: number): LedgerTransaction | undefined {
    this.#settle()
    return this.#select(
      `WHERE kind = 'sales' AND customer_id = ? AND created_at >= ? AND visible_at <= ?
       ORDER BY id DESC LIMIT 1`,
      customerId,
      since,
      this.#clock.now(),
    )[0]
  }

  /** At most `limit` visible rows of a range, picked and ordered by `pick`. */
  report({ kind, from, until, limit, pick }: ReportQuery): LedgerTransaction[] {
    this.#settle()
    this.#draws += 1
    const order = {
      newest: 'created_at DESC, id DESC',
      oldest: 'created_at, id',
      random: `(id * 2654435761 + ${this.#draws} * 40503 * (id % 1009)) % 4294967291`,
    }[pick]
    return this.#select(
      `WHERE kind = ? AND created_at >= ? AND created_at < ? AND visible_at <= ?
       ORDER BY ${order} LIMIT ?`,
      kind,
      from,
      until,
      this.#clock.now(),
      limit,
    )
  }

  /** Every transaction, also those that find and list do not show yet, oldest first. */
  all(): LedgerTransaction[] {
    this.#settle()
    return this.#select('ORDER BY created_at, id')
  }

  /** How many transactions there are. */
  count(): number {
    const row = this.#database.prepare('SELECT count(*) AS value FROM transactions').get()
    return numberSchema.parse(row).value ?? 0
  }

  /** Puts a transaction in a state for good; false when there is none with this identifier. */
  setStatus(id: number, status: StatusId): boolean {
    this.#settle()
    const row = this.#select('WHERE id = ?', id)[0]
    if (row === undefined) return false
    this.#atOnce(() => {
      this.#move(row, status)
    })
    return true
  }

  close(): void {
    this.#database.close()
  }
}
