import { addDays, serviceDayBounds } from '../../../../../shared/domain/time/dates.ts'
import { money } from '../../../../../shared/domain/money/money.ts'
import { listDays, type DayRange } from '../../../../../shared/domain/time/range.ts'
import {
  isOfDay,
  matchHeld,
  type HeldRow,
  type MatchLine,
} from '../../../../../shared/domain/sale/reconciliation.ts'
import type { Database } from '../../../../store/sqlite/db.ts'
import { claimedAmong, heldSales, type OwnHeldSale } from '../../../../store/sales/held-sales.ts'
import { dayStates } from '../../ledger/completeness.ts'
import { createRowReader, type ExportRow } from '../../export/export-rows.ts'
import { windowsOver } from '../../ledger/ledger-windows.ts'
import type { Selection } from '../../ledger/selection.ts'

/** A row of the service's list as it is held against the journal. */
export interface ListedRow extends HeldRow {
  statusName: string
}

/** What came of one day. */
export interface ReconciledDay {
  lines: MatchLine<OwnHeldSale, ListedRow>[]
  /** The day's list is known whole: "only here" is no omission of it. */
  proven: boolean
}

/** Sales so near to the day's ends that they may stand in its list (as the day's own screen has it). */
const margin = 15 * 60_000

/**
 * Holds the journal against the rows of a selection, a day at a time: neither is ever whole in memory. Of a day's
 * sales the record that each is known to be is found wherever it stands; of its rows, those that sales of other days
 * are known to be are no question of this day.
 */
export function* reconciledDays(
  everything: Selection,
  journal: Database,
  range: DayRange,
): Generator<ReconciledDay> {
  const { ledger } = everything
  const { profileId } = ledger
  const span = { from: range.from, to: addDays(range.to, 1) }
  const states = dayStates(windowsOver(ledger, span), span)
  const isProven = (day: string) => states.get(day)?.verdict === 'proven'
  const reader = createRowReader(ledger.db)
  const loaded = new Map<string, { rows: ListedRow[]; sales: OwnHeldSale[] }>()
  /** Sales and rows that a day before showed as possibly the same: they stand in no second line. */
  const paired = new Set<OwnHeldSale | ListedRow>()
  const load = (day: string) => {
    const { start, end } = serviceDayBounds(day)
    const known = loaded.get(day) ?? {
      rows: reader
        .ofDay(everything, day)
        .flatMap((rows) => rows.map(listedOf))
        .toArray(),
      sales: heldSales(journal, profileId, start, end),
    }
    loaded.set(day, known)
    return known
  }

  for (const day of listDays(range)) {
    const [before, here, after] = [load(addDays(day, -1)), load(day), load(addDays(day, 1))]
    loaded.delete(addDays(day, -1))
    const { start, end } = serviceDayBounds(day)
    const near = [
      ...before.sales.filter(({ createdAt }) => createdAt >= start - margin),
      ...here.sales,
      ...after.sales.filter(({ createdAt }) => createdAt < end + margin),
    ].filter((sale) => !paired.has(sale))
    const claims = new Set(near.flatMap(({ claim }) => claim ?? []))
    const elsewhere = new Set(
      [...before.sales, ...after.sales].flatMap(({ claim }) =>
        claim === null || claims.has(claim) ? [] : [claim],
      ),
    )
    const rows = [...here.rows, ...after.rows].filter(
      (row) => !elsewhere.has(row.id) && !paired.has(row),
    )
    const shown = new Set(rows.map(({ id }) => id))
    const far = reader.ofRecords(
      everything,
      [...claims].filter((id) => !shown.has(id)),
    )
    // A sale of two days ago may have arrived today.
    const late = claimedAmong(
      journal,
      profileId,
      rows.flatMap(({ id }) => (id === '' || claims.has(id) ? [] : [id])),
    )
    const listed = [...rows.filter(({ id }) => !late.has(id)), ...far.map(listedOf)]
    const lines = matchHeld(near, listed).filter((line) => isOfDay(line, day))
    for (const { kind, sale, row } of lines) {
      if (kind !== 'possible') continue
      if (sale) paired.add(sale)
      if (row) paired.add(row)
    }
    yield {
      lines,
      proven: isProven(day) && states.get(day)?.ended === true && isProven(addDays(day, 1)),
    }
  }
}

function listedOf(row: ExportRow): ListedRow {
  const { id, local, productId, product, amount, currency } = row
  return {
    id,
    status: row.state,
    statusName: row.status,
    product: productId === '' ? null : { id: productId, name: product },
    amount: amount === null || currency === null ? null : money(amount, currency),
    createdAt: local === null ? null : { local, raw: '' },
  }
}
