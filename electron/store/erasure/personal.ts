import { z } from 'zod'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import type { Database } from '../sqlite/db.ts'
import { eraseDue, isErasable, lastErasable, setLogMark, writeDue } from './erasures-due.ts'
import {
  noErasureLog,
  noteIdSchema,
  type Erasure,
  type ErasureLog,
  type ErasureWhy,
  type NoteId,
} from './erasure-log.ts'
import { keysOfCustomer } from '../sales/sale-customer.ts'
import { owingIds } from '../tables/debts.ts'
import { orderElsewhere } from '../hub/orders.ts'
import { createTrail, type TrailDraft } from '../tables/trail.ts'

/** How many sales say who a customer is, and since when. Times are epoch milliseconds. */
export interface CustomerSales {
  sales: number
  /** Those that may be erased now. */
  erasable: number
  /** Those that are to be erased, and have to wait. */
  due: number
  from: number | null
  to: number | null
}

/** Of somebody whom nothing tells. */
export const noSales: CustomerSales = { sales: 0, erasable: 0, due: 0, from: null, to: null }

/** What names a customer beside a sale: what it says. */
export type DrawerNote = NoteId & { at: number; text: string }

export type Personal = ReturnType<typeof createPersonal>

/** Whom the other registers of the shop are to erase, by what names them; none: they are told nothing. */
export interface OrderedElsewhere {
  keys: readonly string[]
  /** What began later is another visit: by the service's clock (epoch ms), as far as it is known. */
  at: number
}

const idRow = z.object({ id: z.string() })
const noteRow = z.object({ text: z.string() })
const erasedRow = z.object({ erased: z.int() })
const drawerNoteRow = noteIdSchema.extend({ at: z.int(), text: z.string() })
const countRow = z.object({
  sales: z.int(),
  erasable: z.int(),
  due: z.int(),
  from: z.int().nullable(),
  to: z.int().nullable(),
})

/** Who owes by these keys. */
function debtorsOf(keys: string): string {
  return `select id from debtor where name_key in (select value from json_each(${keys})) and name_key <> ''
    union select id from debtor where phone_key in (select value from json_each(${keys})) and phone_key <> ''`
}

/** Who owes, with what was noted of it. */
const debtorNotes = `select 'debtor' as kind, id, created_at as at, trim(name || ' ' || phone || ifnull(
    (select ' · ' || group_concat(note, ' · ') from debt_entry where debtor_id = debtor.id and note <> ''), '')) as text
  from debtor where id in (${debtorsOf('?1')}) order by number`

/** What was noted of who was erased before: they have nothing else left to be found by. */
const laterNotes = `select 'debtor' as kind, debtor_id as id, at, note as text
  from debt_entry join debtor on debtor.id = debtor_id
  where erased_at is not null and note not in ('', '${erasedMark}') order by at`

/** Sales that these keys (an array as JSON) tell, for SQL: each part has its index. */
export const ofCustomer = `id in (
  select id from sale where reference_key in (select value from json_each(?1))
  union select id from sale where phone in (select value from json_each(?1))
  union select sale_id from sale_person where key in (select value from json_each(?1))
  union select sale_id from tender where debtor_id in (${debtorsOf('?1')})
    and sale_id not in (select sale_id from erasure))`

const notes = `select 'movement' as kind, id, at, note as text from shift_movement
  where note not in ('', '${erasedMark}')
  union all select 'shift', shift_id, closed_at, report ->> '$.note'
  from shift_close indexed by shift_close_by_note where report ->> '$.note' not in ('', '${erasedMark}') order by 3, 2`

/** All that is written beside sales, and may name somebody. */
export const noteTexts = `select text from (${notes}) union all select text from (${laterNotes})`

const oldNotes = `select 'movement' as kind, id from shift_movement
where reason = 'credit' and at < ?1 and note not in ('', '${erasedMark}')
union all select 'debtor', id from debtor
where erased_at is null and created_at < ?1 and id not in (${owingIds})
  and not exists (select 1 from debt_entry where debtor_id = debtor.id and at >= ?1)
  and not exists (select 1 from debt_heard where debtor_id = debtor.id and at >= ?1)
  and not exists (select 1 from tender join sale on sale.id = tender.sale_id
    where debtor_id = debtor.id and sale.created_at >= ?1)
limit ?2`

/** What another copy of this journal says that it erased. */
export type ErasedElsewhere = { kind: 'sale' | NoteId['kind']; id: string }

const told = (kind: ErasedElsewhere['kind']) =>
  `in (select value ->> 'id' from json_each(?1) where value ->> 'kind' = '${kind}')`

const unerasedSales = `select id from sale where id ${told('sale')} and id not in (select sale_id from erasure)
  and id not in (select sale_id from erasure_due where why = 'request')`

/** A shift that is still open here is erased, too: its close then says so. */
const unerasedNotes = `select 'movement' as kind, id from shift_movement where id ${told('movement')}
    and id not in (select id from note_erasure where kind = 'movement')
  union all select 'shift', id from shift where id ${told('shift')}
    and id not in (select id from note_erasure where kind = 'shift')
  union all select 'debtor', id from debtor where id ${told('debtor')} and erased_at is null`

const notesOf = (db: Database, keys: readonly string[]): DrawerNote[] => [
  ...db.all(drawerNoteRow, notes).filter((note) => isAbout(note.text, keys)),
  ...db.all(drawerNoteRow, debtorNotes, JSON.stringify(keys)),
  ...db.all(drawerNoteRow, laterNotes).filter((note) => isAbout(note.text, keys)),
]

/** What of the customer of these keys began before a moment, by the service's clock where it is known, and is not erased. */
export function tracesOf(
  db: Database,
  keys: readonly string[],
  before: number,
): Pick<Erasure, 'sales' | 'notes'> {
  const sales = db.all(
    idRow,
    `select id from sale where ${ofCustomer} and created_at + ifnull(skew_ms, 0) < ?2
       and id not in (select sale_id from erasure) order by created_at, id`,
    JSON.stringify(keys),
    before,
  )
  const named = notesOf(db, keys).filter(({ at }) => at < before)
  return {
    sales: sales.map(({ id }) => id),
    notes: named.map(({ kind, id }) => ({ kind, id })),
  }
}

export function createPersonalReader(db: Database) {
  const isErased = (saleId: string) =>
    db.get(idRow, 'select sale_id as id from erasure where sale_id = ?', saleId) !== null
  return {
    isErased,
    /**
     * Every sale, of every connection, made to this phone, document, account or reference, or owed by this name; by their
     * ids, oldest first.
     */
    idsOf: (text: string): string[] =>
      db
        .all(
          idRow,
          `select id from sale where ${ofCustomer} order by created_at, id`,
          JSON.stringify(keysOfCustomer(text)),
        )
        .map(({ id }) => id),
    /** The same, counted. */
    countOf: (text: string, now: number): CustomerSales =>
      db.get(
        countRow,
        `select count(*) as sales, min(created_at) as "from", max(created_at) as "to",
           count(*) filter (where ${isErasable} and created_at < ?2) as erasable,
           count(*) filter (where id in (select sale_id from erasure_due)) as due
         from sale where ${ofCustomer}`,
        JSON.stringify(keysOfCustomer(text)),
        lastErasable(now),
      ) ?? noSales,
    /** Notes of the drawer's movements and of closed shifts that hold it, oldest first; then who owes by it. */
    notesAbout: (text: string): DrawerNote[] => notesOf(db, keysOfCustomer(text)),
    /** Names and notes that were written beside a sale: of its tender, its payout. */
    notesOf: (saleId: string): string[] =>
      db
        .all(
          noteRow,
          `select text from tender where sale_id = ?1 and text <> ''
           union all select first_text from tender where sale_id = ?1 and first_text <> ''
           union all select note from payout where sale_id = ?1 and note <> ''`,
          saleId,
        )
        .map(({ text }) => text),
    /**
     * Sales begun before a moment, by the service's clock, that ended, still say who the customer is, and are not yet to
     * be erased for their age; the oldest first.
     */
    olderThan: (moment: number, limit: number): string[] =>
      db
        .all(
          idRow,
          // One that was sold while this computer's clock was behind is younger than it looks.
          `select id from sale where reference <> '${erasedMark}' and created_at < ?1 and is_open = 0
             and created_at + ifnull(skew_ms, 0) < ?1
             and id not in (select sale_id from erasure_due where why = 'age')
           order by created_at limit ?2`,
          moment,
          limit,
        )
        .map(({ id }) => id),
    /** Of what was erased in another copy of this journal: what is here, and is neither erased nor going to be. */
    unerasedOf: (things: readonly ErasedElsewhere[]): Pick<Erasure, 'sales' | 'notes'> => {
      const json = JSON.stringify(things)
      const sales = db.all(idRow, unerasedSales, json).map(({ id }) => id)
      return { sales, notes: db.all(noteIdSchema, unerasedNotes, json) }
    },
    /** Who paid what they owed, written down before a moment; who owes nothing since, and bought nothing on credit. */
    notesOlderThan: (moment: number, limit: number): NoteId[] =>
      db.all(noteIdSchema, oldNotes, moment, limit),
  }
}

/** Shorter keys stand for too much else to look for them in notes. */
const shortestInNotes = 3

/** Whole words of a text, or figures that may be grouped, are one of the keys: never a part of another's. */
function isAbout(text: string, keys: readonly string[]): boolean {
  const sought = keys.filter((key) => key.length >= shortestInNotes)
  const words = foldText(text).match(/\p{L}+|\p{N}+/gu) ?? []
  return words.some((_, start) => sought.some((key) => begins(words.slice(start), key)))
}

/** Some of the first words, one after the other, are the key. */
function begins(words: readonly string[], key: string): boolean {
  let run = ''
  for (const word of words) {
    run += word
    if (run.length >= key.length) return run === key
  }
  return false
}

/** Over the journal in the hands of its one writer. */
export function createPersonal(db: Database, log: ErasureLog = noErasureLog) {
  const trail = createTrail(db)
  const unreadable = new Set<string>()
  const met: ReadonlySet<string> = unreadable
  return {
    ...createPersonalReader(db),
    /** How many of some sales are erased. */
    erasedAmong: (saleIds: readonly string[]): number =>
      db.get(
        erasedRow,
        `select count(*) as erased from json_each(?) asked
         where exists (select 1 from erasure where sale_id = asked.value)`,
        JSON.stringify(saleIds),
      )?.erased ?? 0,
    /** Sales that were to be erased and cannot be read, as far as this run met them. */
    unreadable: met,
    /**
     * Writes down, durably and outside the journal too, what is to be erased. Notes are erased at once; sales follow with
     * eraseDue: those that ended and are two days old; asked for by a customer, also only once nothing is owed to them.
     * `line` of the trail is in the same commit: no erasure is ever without it. So is the order to the other registers of the
     * shop.
     */
    ask: (
      what: Pick<Erasure, 'sales' | 'notes'>,
      why: ErasureWhy,
      line?: TrailDraft,
      everywhere: OrderedElsewhere | null = null,
    ) => {
      const erasure = { ...why, ...what }
      // First where a restored journal will look: what was asked for is never forgotten.
      const mark = log.append(erasure)
      db.transaction(() => {
        writeDue(db, erasure)
        setLogMark(db, mark)
        if (line) trail.add(line)
        if (everywhere) orderElsewhere(db, everywhere.keys, everywhere.at)
      })
    },
    /**
     * Erases what may be erased by now, the oldest sales first and so many at most, in one commit; answers how many.
     * `lineOf`: what the trail says, in that commit, of those that somebody had asked for.
     */
    eraseDue: (now: number, limit: number, lineOf?: (requested: number) => TrailDraft): number =>
      eraseDue(
        db,
        { now, limit, unreadable },
        (requested) => lineOf && trail.add(lineOf(requested)),
      ),
  }
}
