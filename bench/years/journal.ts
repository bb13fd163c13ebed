import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cutIntents } from '../../electron/store/journal/cut-intents.ts'
import { segmentBytes, sealSegment } from '../../electron/store/journal/intent-segments.ts'
import type { IntentsLog } from '../../electron/store/journal/intents-log.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { createJournal, type Journal } from '../../electron/store/journal/journal.ts'
import { journalMigrations, openJournal } from '../../electron/store/journal/open-journal.ts'
import { packAfterMs, thinBefore } from '../../electron/store/slim/terms.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { migrate } from '../../electron/store/sqlite/migrate.ts'
import { serviceDay, serviceDayBounds } from '../../shared/domain/time/dates.ts'
import { money } from '../../shared/domain/money/money.ts'
import { yearsDrawer } from './drawer.ts'
import { endSale, type Account } from './ends.ts'
import { salesADay, type YearsPlan } from './plan.ts'
import { yearsSales, type YearsSale } from './sales.ts'

/** So many sales become durable together: a commit for each step of each would take a day. */
const atOnce = 20 * salesADay

/** `told` hears how many sales are written; `begun` has the journal before the first. */
export async function writeJournal(
  folder: string,
  plan: YearsPlan,
  told: (sales: number) => void = () => undefined,
  begun: (journal: Journal) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
  // Whoever pulls the plug meanwhile writes it again.
  db.exec('pragma synchronous = OFF; pragma cache_size = -400000')
  migrate(db, journalMigrations)
  const journal = createJournal(db, bufferedLog(join(folder, 'intents.log')))
  await begun(journal)
  const days = daysOfSelling(journal, plan)
  db.exec('begin immediate')
  for (const sale of yearsSales(plan)) {
    await days.sell(sale)
    const isHalf = sale.index + 1 === Math.ceil(plan.sales / 2)
    if ((sale.index + 1) % atOnce !== 0 && !isHalf) continue
    db.exec('commit')
    if (isHalf) makeBackup(folder, 'shift', sale.at)
    db.exec('begin immediate')
    told(sale.index + 1)
  }
  await days.end()
  db.exec('commit; pragma optimize')
  journal.close()
  const { end } = serviceDayBounds(plan.lastDay)
  // One that stands on the copy of the first half, and one that does not, as by now it would be larger than all of it.
  for (const at of [end - 60_000, end]) makeBackup(folder, 'shift', at)
  cutIntents(folder, end)
  // Left as the register itself leaves one that it closes.
  openJournal(folder).close()
}

function daysOfSelling(journal: Journal, { profileId }: YearsPlan) {
  // Loads of balance come now and then; it never runs out.
  const account: Account = { balance: 900_000_000_000 }
  const drawer = yearsDrawer(journal, profileId, account)
  let today = ''
  let last = 0

  async function end(): Promise<void> {
    if (today === '') return
    await drawer.close(last + 1_200_000)
    const at = serviceDayBounds(today).end
    // As the register does behind: what ended grows smaller.
    journal.slimming.pack(at - packAfterMs, 4 * salesADay)
    journal.slimming.thin(thinBefore(at), 4 * salesADay)
    const balance = money(account.balance, 'COP')
    const profits = money(1_000_000, 'COP')
    journal.recordBalance(profileId, { at, skewMs: 300, reason: 'midnight', balance, profits })
  }

  return {
    end,
    async sell(sale: YearsSale): Promise<void> {
      if (sale.day !== today) {
        await end()
        today = serviceDay(sale.at)
        await drawer.open(sale.at - 600_000)
      }
      last = sale.at
      const prepared = journal.prepare({ ...sale.intent, shift: drawer.currentId() })
      endSale(journal, account, sale, prepared)
      await afterwards(journal, drawer, sale)
    },
  }
}

/** Paper, what is given back, and complaints. */
async function afterwards(
  journal: Journal,
  drawer: ReturnType<typeof yearsDrawer>,
  { index, at, end, day, intent: { id } }: YearsSale,
): Promise<void> {
  if (index % 3 === 0 && end === 'approved') {
    const print = { saleId: id, kind: 'receipt', at: at + 3_000, printer: 'EPSON', cashier: null }
    const { seq } = journal.receipts.begin({ ...print, kind: 'receipt' })
    journal.receipts.end(seq, 'done', at + 4_000)
  }
  // One in ten never comes back for it.
  if (end === 'rejected-late' && index % 10_000 !== 11) await drawer.payOut(id, at + 90_000)
  if (index % 5_000 !== 500) return
  const said = { told: 'Mesa de ayuda', caseNumber: `C-${index}`, amount: null, by: null, on: day }
  journal.claims.add(id, { ...said, step: 'opened', text: 'No le llegó', at: at + 600_000 })
  if (index % 50_000 === 500) return
  journal.claims.add(id, { ...said, step: 'closed', text: 'Llegó', at: at + 7_200_000 })
}

/** The lines of intents.log as the register writes them, without waiting for the disk at each. */
function bufferedLog(path: string): IntentsLog {
  let file = openSync(path, 'a', 0o600)
  let lines: string[] = []
  const flush = () => {
    writeSync(file, lines.join(''))
    lines = []
    if (fstatSync(file).size < segmentBytes) return
    closeSync(file)
    sealSegment(path)
    file = openSync(path, 'a', 0o600)
  }
  return {
    append(intent) {
      lines.push(`${JSON.stringify(intent)}\n`)
      if (lines.length >= 1_000) flush()
    },
    close() {
      flush()
      closeSync(file)
    },
  }
}
