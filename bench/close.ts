import { join } from 'node:path'
import { createShift } from '../electron/features/shift/shift.ts'
import { writtenJournal } from '../electron/store/journal/journal-access.ts'
import { openDatabase } from '../electron/store/sqlite/db.ts'
import { intentSample, transactionSample } from '../electron/store/testing/journal-samples.ts'
import { createJournal } from '../electron/store/journal/journal.ts'
import { journalMigrations } from '../electron/store/journal/open-journal.ts'
import { migrate } from '../electron/store/sqlite/migrate.ts'
import { businessSchema } from '../shared/domain/receipt/business.ts'
import { nextSale } from '../shared/domain/sale/sale-machine.ts'
import { Failure } from '../shared/errors.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { machine, median, table, timed } from './measure.ts'

/**
 * Closing a shift of 5,000 sales, offline, in a journal on disk that holds ten times as many, against a bare SQL sum of
 * the same sales. Every fourth sale was paid with a bill that needed change, so that a tender was written down.
 */
const sales = 5_000
const rounds = 9
const most = 20
const profileId = 'p1'
const folder = makeFolder('close')
const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
migrate(db, journalMigrations)
const journal = createJournal(db, { append: () => undefined, close: () => undefined })
const amount = { minor: 500_000, currency: 'COP' }
let now = Date.parse('2026-11-21T08:00:00-05:00')
let sold = 0

const feature = createShift({
  journal: writtenJournal(journal),
  profileId: () => profileId,
  service: () => {
    throw new Failure('NO_TOKEN')
  },
  emit: () => undefined,
  now: () => now,
  cashier: () => null,
  maySeeCommissions: () => true,
  mayCloseOthers: () => true,
  mayMarkSeen: () => true,
  account: () => ({ balance: { minor: 9e9, currency: 'COP' }, profits: amount, at: now }),
  settings: () => ({ blindCount: true, shiftRequired: false, language: 'es' }),
  business: () => businessSchema.parse({}),
  figures: () => ({ country: 'CO', decimalSign: 'comma' }),
  backup: async () => null,
  trail: () => null,
  printer: { print: async () => ({ jobId: '' }), savePdf: async () => undefined },
  onProblem: () => undefined,
})

function sell(shift: string | null): void {
  const id = `sale-${++sold}`
  now += 5_000
  const tender =
    sold % 4 === 0
      ? { tender: { kind: 'cash' as const, received: { ...amount, minor: 2_000_000 } } }
      : {}
  const about = { id, draftId: `draft-${sold}`, profileId, shift, createdAt: now }
  const direction = sold % 10 === 0 ? ('out' as const) : ('in' as const)
  const prepared = journal.prepare(intentSample({ ...about, direction, ...tender }))
  const sending = nextSale(prepared, { kind: 'sending' }, now)
  const event = { at: now, error: null } as const
  const sent =
    sending && journal.advance(prepared, { facts: sending }, { ...event, kind: 'sending' })
  const status = sold % 25 === 0 ? ('REJECTED' as const) : ('APPROVED' as const)
  const transaction = transactionSample({ id: id, status })
  const accepted = sent && nextSale(sent, { kind: 'accepted', skewMs: 0 }, now + 500)
  const known =
    sent && accepted && journal.advance(sent, { facts: accepted }, { ...event, kind: 'outcome' })
  const facts = known && nextSale(known, { kind: 'found', transaction, skewMs: 0 }, now + 3_000)
  if (known && facts) journal.advance(known, { facts, transaction }, { ...event, kind: 'lookup' })
}

async function openShift(): Promise<string> {
  const { shift } = await feature.handlers['shift.open']({ base: [] })
  return shift?.id ?? ''
}

/** A sum of the sales of a shift by direction and currency, nothing else. */
const bareSum = `select direction, currency, count(*), sum(total) from sale where shift = ? and is_open = 0
  group by direction, currency`

try {
  db.transaction(() => {
    for (let index = 0; index < sales * 9; index += 1) sell(null)
  })
  const [bares, closes]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const shift = await openShift()
    // The first round warms up; the later ones close its sales again under a new shift.
    if (round === 0) db.transaction(() => Array.from({ length: sales }, () => sell(shift)))
    else db.run('update sale set shift = ? where shift is not null', shift)
    const bare = await timed(() => [...db.iterate(bareSum, shift)])
    const { drawers } = await feature.handlers['shift.count']({ counts: [] })
    const took = await timed(() =>
      feature.handlers['shift.close']({ note: `${drawers?.length}`, unconfirmed: 0 }),
    )
    if (round > 0) {
      bares.push(bare)
      closes.push(took)
    }
  }
  const [bare, close] = [median(bares), median(closes)]
  const ratio = close / bare
  const value = `${ratio.toFixed(1)} x (${close.toFixed(1)} ms / ${bare.toFixed(2)} ms)`
  const name = 'closing a shift of 5,000 sales, offline, against a bare SQL sum of them'
  process.stdout.write(
    `${table([{ name, value, target: `${most} x`, met: ratio <= most }])}\n\n${machine()}\n`,
  )
} finally {
  journal.close()
  await removeFolder(folder)
}
