import { z } from 'zod'
import { chartSchema } from '../../../shared/domain/books/chart.ts'
import { toldCloseSchema } from '../../../shared/domain/books/close.ts'
import { directionSchema } from '../../../shared/domain/money/money.ts'
import { productNatureSchema } from '../../../shared/domain/product/product-setting.ts'
import { sharedBusinessSchema } from '../../../shared/domain/receipt/business.ts'
import type { Database } from '../sqlite/db.ts'
import { createBooksTable } from '../tables/books.ts'
import { createPayeeBook } from '../tables/payee-book.ts'
import { createPeopleTable } from '../tables/people.ts'
import { createProductSettings } from '../tables/product-settings.ts'
import { orderKey, orderSchema, ordersSaid, takeOrder } from './orders.ts'
import {
  debtorsSaid,
  partsOfDebtor,
  putSharedDebtor,
  sharedDebtorSchema,
} from './shared-debtors.ts'
import {
  leastOfPerson,
  partsOfPerson,
  putSharedPerson,
  sharedPersonSchema,
  type Placed,
} from './shared-people.ts'

/** A kind of what registers share. */
export interface Readable {
  /** What another register says is held against these before it is written. */
  key: z.ZodType<string>
  body: z.ZodType
  /** The fields of it that are said together; left out: it is one thing. */
  parts?: readonly (readonly string[])[]
  /** It is never taken away: a journal that lost it went back to an older copy, and has it again. */
  stays?: true
  /** What stands where two may not have known of one another; left out: what was agreed. */
  least?: (of: Record<'here' | 'next' | 'agreed', unknown>) => unknown
}
/** Over the journal's own tables. */
interface OfJournal extends Readable {
  /** Whose it is: all registers', those' that have a connection of that name, or those' of one branch. */
  of: 'shop' | 'account' | 'branch'
  /** All that is said here, by key. */
  said: (db: Database, holder: string) => Map<string, unknown>
  write: (db: Database, placed: Placed) => void
}
/** Kept beside the journal; of the registers of one branch. */
interface OfSettings extends Readable {
  of: 'branch'
}
type SharedKind = OfJournal | OfSettings

const anyKey = z.string().min(1).max(400)
const payeeKey = z.string().regex(/^\d{13} .+$/)

/** The month, and the register as the hub numbers it. */
const closeKey = z.string().regex(/^\d{4}-\d{2} \S{1,40}$/)
const registerRow = z.object({ code: z.string(), name: z.string() })

/** Each register says its own closes; what others said stands beside them. */
function closesSaid(db: Database, holder: string): Map<string, unknown> {
  const books = createBooksTable(db)
  const said = books
    .allTold(holder)
    .map(({ month, code, ...told }): [string, unknown] => [`${month} ${code}`, told])
  const own = db.get(registerRow, 'select code, name from hub_stream')
  const ours = own ? books.toTell(holder) : []
  return new Map([
    ...said,
    ...ours.map(
      ({ month, ...close }) => [`${month} ${own?.code}`, { ...close, name: own?.name }] as const,
    ),
  ])
}

const chartOf = (db: Database, holder: string) => createBooksTable(db).chart(holder)
const noChart = JSON.stringify(chartSchema.parse({}))

/** What registers share. */
const sharedKinds = {
  direction: {
    of: 'account',
    key: anyKey,
    body: directionSchema,
    said: (db, holder) => new Map(createProductSettings(db).directions(holder)),
    write: (db, { holder, key, body, at }) =>
      createProductSettings(db).set(
        ...[holder, [key], { direction: directionSchema.nullable().parse(body) }, at],
      ),
  },
  nature: {
    of: 'account',
    key: anyKey,
    body: productNatureSchema,
    said: (db, holder) =>
      new Map(
        createProductSettings(db)
          .all(holder)
          .flatMap(({ productId, nature }) => (nature === null ? [] : [[productId, nature]])),
      ),
    write: (db, { holder, key, body, at }) =>
      createProductSettings(db).set(
        ...[holder, [key], { nature: productNatureSchema.nullable().parse(body) }, at],
      ),
  },
  payee: {
    of: 'account',
    key: payeeKey,
    body: z.literal(true),
    said: (db, holder) =>
      new Map(
        createPayeeBook(db)
          .all(holder)
          .map(({ payee, productId }) => [`${payee} ${productId}`, true]),
      ),
    write(db, { holder, key, body, at }) {
      const [payee, productId] = [key.slice(0, 13), key.slice(14)]
      const book = createPayeeBook(db)
      if (body === null) book.forget(holder, payee, productId)
      else book.learn(holder, payee, productId, at)
    },
  },
  chart: {
    of: 'account',
    key: z.literal('chart'),
    body: chartSchema,
    said(db, holder) {
      const chart = chartOf(db, holder)
      return new Map(JSON.stringify(chart) === noChart ? [] : [['chart', chart]])
    },
    write: (db, { holder, body, at }) =>
      createBooksTable(db).setChart(holder, chartSchema.parse(body ?? {}), at),
  },
  // That it was closed, and no entry of it: those stay where they were made.
  close: {
    of: 'account',
    key: closeKey,
    body: toldCloseSchema,
    said: closesSaid,
    write: (db, { holder, key, body }) =>
      createBooksTable(db).setTold(
        ...[holder, { month: key.slice(0, 7), register: key.slice(8) }],
        toldCloseSchema.nullable().parse(body),
      ),
  },
  person: {
    of: 'shop',
    key: anyKey,
    body: sharedPersonSchema,
    parts: partsOfPerson,
    least: leastOfPerson,
    said: (db) =>
      new Map(
        createPeopleTable(db)
          .all()
          .map(({ id, ...person }) => [id, person]),
      ),
    write: putSharedPerson,
  },
  erasure: {
    of: 'shop',
    key: orderKey,
    body: orderSchema,
    stays: true,
    said: ordersSaid,
    write: takeOrder,
  },
  // Who buys on credit does so where they live: the other branches need not know of them.
  debtor: {
    of: 'branch',
    key: anyKey,
    body: sharedDebtorSchema,
    parts: partsOfDebtor,
    said: debtorsSaid,
    write: putSharedDebtor,
  },
  business: { of: 'branch', key: z.literal('business'), body: sharedBusinessSchema },
} as const satisfies Record<string, SharedKind>

const known: ReadonlyMap<string, SharedKind> = new Map(Object.entries(sharedKinds))

/** What can be said of a kind; undefined: a newer register knows it. */
export const kindNamed = (kind: string): SharedKind | undefined => known.get(kind)
export const kindNames: readonly string[] = Object.keys(sharedKinds)

/** Whether it stands beside the journal. */
export const isBeside = (known: SharedKind | undefined): known is OfSettings =>
  known !== undefined && !('said' in known)
