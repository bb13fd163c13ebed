import { lineKindSchema, type LineKind } from '../../../../shared/domain/reconciliation.ts'
import { createJournalReader } from '../../../store/journal-reader.ts'
import { findLedger } from '../ledger.ts'
import type { Book } from './book.ts'
import { createLines, type Cell, type Lines } from './lines.ts'
import { masked } from './mask.ts'
import { reconciledDays, type ReconciledLine } from './reconciled.ts'
import { timeSerial } from './wall-time.ts'

/** More sales than this that other tills made are summed up, and found in the sheet of sales. */
const mostElsewhere = 2000

interface Tally {
  rows: number
  ours: number
  theirs: number
}

/** The journal against the service: what does not agree line by line, and what agrees in one sum. */
export async function addReconciliation(book: Book): Promise<void> {
  const { request, db, journal, sink, say, styles, books } = book
  const ledger = findLedger(db, request.profileId, 'sales')
  if (journal === null || ledger === null || books.sales.length === 0) return
  const tallies = new Map<string, Tally>()
  const listed: ReconciledLine[] = []
  let elsewhere: ReconciledLine[] | null = []
  const reader = createJournalReader(journal)
  for (const lines of reconciledDays(
    db,
    ledger,
    reader,
    request.profileId,
    request.range,
    books.byRecord,
  )) {
    for (const line of lines) {
      count(tallies, line)
      if (line.kind === 'matched') continue
      if (line.hint !== 'elsewhere') listed.push(line)
      else if (elsewhere !== null) {
        elsewhere.push(line)
        if (elsewhere.length > mostElsewhere) elsewhere = null
      }
    }
    await sink.turn()
  }
  if (elsewhere) listed.push(...elsewhere)
  listed.sort((one, other) => (one.local ?? '9').localeCompare(other.local ?? '9'))

  const words = say.reconciliation
  const used = [...tallies.keys()].toSorted()
  const head = 6 + used.length * 6 + (elsewhere ? 0 : 1)
  const sheet = sink.add(words.sheet, { landscape: true, frozen: head })
  sheet.columns = [20, 42, 30, 18, 18, 18, 18, 16, 16, 10, 16, 38, 16, 14].map((width) => ({
    width,
  }))
  const out = createLines(sheet, styles)
  out.line([words.title, styles.title])
  out.line([words.help, styles.note])
  out.line([words.wholePeriod, styles.note])
  if (!elsewhere) out.line([words.elsewhereSummed, styles.note])
  out.line()
  addTallies(book, tallies, used, out)
  out.line()
  out.heads(words.columns, [4, 6, 8])
  for (const line of listed) addLine(book, line, out)
  if (listed.length === 0) out.line([words.nothing, styles.plain])
  out.end()
}

function count(
  tallies: Map<string, Tally>,
  { kind, currency, ours, theirs }: ReconciledLine,
): void {
  for (const one of lineKindSchema.options) {
    const key = keyOf(currency, one)
    if (!tallies.has(key)) tallies.set(key, { rows: 0, ours: 0, theirs: 0 })
  }
  const tally = tallies.get(keyOf(currency, kind))
  if (!tally) return
  tally.rows += 1
  tally.ours += ours?.minor ?? 0
  tally.theirs += theirs?.minor ?? 0
}

const keyOf = (currency: string, kind: LineKind) => `${currency} ${kind}`

function addTallies(
  { say, styles }: Book,
  tallies: ReadonlyMap<string, Tally>,
  used: readonly string[],
  { line, heads }: Lines,
): void {
  const words = say.reconciliation
  for (const currency of new Set(used.map((key) => key.slice(0, key.indexOf(' '))))) {
    heads(
      [
        words.outcome,
        say.rows,
        `${words.oursAmount} ${currency}`,
        `${words.theirsAmount} ${currency}`,
      ],
      [1, 2, 3],
    )
    for (const kind of lineKindSchema.options) {
      const { rows, ours, theirs } = tallies.get(keyOf(currency, kind)) ?? {
        rows: 0,
        ours: 0,
        theirs: 0,
      }
      line(
        [words.kinds[kind], styles.plain],
        [rows, styles.count],
        [ours / 100, styles.money(currency)],
        [theirs / 100, styles.money(currency)],
      )
    }
  }
}

function addLine({ say, styles, request }: Book, one: ReconciledLine, lines: Lines): void {
  const words = say.reconciliation
  const { ours, theirs, currency } = one
  const at = lines.next()
  const amount = (minor: number | null | undefined): Cell =>
    minor === null || minor === undefined
      ? ['', styles.plain]
      : [minor / 100, styles.money(currency)]
  const hint = one.hint === 'none' ? '' : `: ${words.hints[one.hint]}`
  const both = ours !== null && typeof theirs?.minor === 'number'
  lines.line(
    one.local === null ? ['', styles.plain] : [timeSerial(one.local), styles.time],
    [`${words.kinds[one.kind]}${hint}`, styles.plain],
    [one.product, styles.plain],
    [request.full ? one.reference : masked(one.reference), styles.text],
    amount(ours?.minor),
    [ours ? say.states[ours.state] : '', styles.plain],
    amount(theirs?.minor),
    [theirs?.status ?? '', styles.plain],
    both
      ? [
          { formula: `G${at}-E${at}`, result: ((theirs?.minor ?? 0) - (ours?.minor ?? 0)) / 100 },
          styles.difference(currency),
        ]
      : ['', styles.plain],
    [currency, styles.plain],
    [theirs?.id ?? '', styles.text],
    [ours?.id ?? '', styles.text],
    [one.cashier, styles.plain],
    [one.proven ? say.yes : say.no, styles.plain],
  )
}
