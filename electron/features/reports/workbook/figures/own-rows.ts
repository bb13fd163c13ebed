import { dayMs, dayRangeBounds, serviceDayBounds } from '../../../../../shared/domain/time/dates.ts'
import type { Direction } from '../../../../../shared/domain/money/money.ts'
import type { ProductNature } from '../../../../../shared/domain/product/product-setting.ts'
import type { DayRange } from '../../../../../shared/domain/time/range.ts'
import { createJournalReader } from '../../../../store/journal/journal-reader.ts'
import {
  hasClaim,
  salesBegun,
  salesOfRecords,
  type BookSale,
} from '../../../../store/sales/book-sales.ts'
import { registersOf } from '../../../../store/hub/mirrored.ts'
import type { Database } from '../../../../store/sqlite/db.ts'
import { registerNamed } from '../../export/registers-words.ts'

/** What this register's journal knows of the rows of a report. */
export interface OwnRows {
  /** Currencies of the rows in which sales, also of the two days before, are known to be records of the service. */
  currencies: readonly string[]
  /** What the owner said of products. */
  directions: ReadonlyMap<string, Direction>
  natures: ReadonlyMap<string, ProductNature>
  /** Which of several registers made a sale; null: they are those of this one. */
  registerOf: ((sale: string) => string) | null
  /** The sales that some records of a day are known to be, by record; others may be among them. */
  ofDay(day: string, records: readonly string[]): ReadonlyMap<string, BookSale>
}

export const noRows: OwnRows = {
  currencies: [],
  directions: new Map(),
  natures: new Map(),
  registerOf: null,
  ofDay: () => new Map(),
}

/** A sale begun before midnight may be the next day's record. */
const margin = 15 * 60_000

/**
 * Reads the journal for the rows of a period that are in these currencies. Sales of the two days before may stand in
 * its list: they can arrive late.
 */
export function readOwnRows(
  journal: Database,
  profileId: string,
  range: DayRange,
  listed: readonly string[],
): OwnRows {
  const { start, end } = dayRangeBounds(range.from, range.to)
  const { productSettings } = createJournalReader(journal)
  const currencies = listed.filter((currency) =>
    hasClaim(journal, profileId, start - 2 * dayMs, end, currency),
  )
  const natures = new Map<string, ProductNature>()
  for (const { productId, nature } of productSettings.all(profileId)) {
    if (nature !== null) natures.set(productId, nature)
  }
  /** The last day asked for: its sales lie beside each other, and are read at once. */
  let last: { day: string; sales: Map<string, BookSale> } | null = null

  function salesOf(day: string): Map<string, BookSale> {
    if (last?.day === day) return last.sales
    const bounds = serviceDayBounds(day)
    const sales = salesBegun(journal, profileId, bounds.start - margin, bounds.end)
    last = { day, sales }
    return sales
  }

  return {
    currencies: currencies.toSorted(),
    directions: productSettings.directions(profileId),
    natures,
    registerOf: saleNames(journal),
    ofDay(day, records) {
      if (currencies.length === 0) return noRows.ofDay(day, records)
      const sales = salesOf(day)
      const elsewhere = records.filter((record) => !sales.has(record))
      for (const [record, sale] of salesOfRecords(journal, profileId, elsewhere)) {
        sales.set(record, sale)
      }
      return sales
    },
  }
}

function saleNames(journal: Database): OwnRows['registerOf'] {
  const registers = registersOf(journal)
  if (registers === null) return null
  const names = new Map(registers.read.registers.map((one) => [one.code, registerNamed(one)]))
  return (sale) => names.get(registers.ofSale(sale)) ?? ''
}

/**
 * Which way the cash of a row went: as its sale here was made, else as the owner said of the product. Null where
 * nobody said: it is never guessed.
 */
export function cashWayOf(
  { directions }: Pick<OwnRows, 'directions'>,
  productId: string,
  sale: Pick<BookSale, 'direction'> | null,
): Direction | null {
  return sale?.direction ?? directions.get(productId) ?? null
}
