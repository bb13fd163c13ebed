import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/** Erasing is under way, in this very commit. */
const erasing = `(exists (select 1 from erasure where stage = 0)
  or exists (select 1 from note_erasure where stage = 0))`

const texts = "('name', 'note')"
/** What a report says, in its order, save the words of names and notes. */
const rest = (report: string) =>
  `(select json_group_array(
      case when key in ${texts} then json_array(fullkey) else json_array(fullkey, type, atom) end)
    from json_tree(${report}))`

/**
 * A customer is found by what identifies them without reading the sales; an erasure that has to wait, or that a
 * restored journal lacks, is remembered; and the drawer's notes, which name customers, can be erased like the rest.
 */
export const customers: Migration = {
  id: '20261121T1642-customers',
  up: (db) => {
    db.exec(`
      -- What tells a sale's customer beside its reference and phone, as searchKey writes it. Not evidence: an index.
      create table sale_person (
        key text not null,
        sale_id text not null,
        primary key (key, sale_id)
      ) strict, without rowid;

      -- Asked for and not yet done: the sale is open or too young.
      create table erasure_due (
        sale_id text primary key references sale (id),
        at integer not null,
        why text not null check (why in ('request', 'age')),
        by text
      ) strict, without rowid;

      -- Which file of erasures, and up to where, is in this journal.
      create table erasure_log (
        id integer primary key check (id = 1),
        file text not null,
        bytes integer not null
      ) strict;
      insert into erasure_log values (1, '', 0);

      -- Of a movement of the drawer, or what was said at the close of a shift. stage as in erasure.
      create table note_erasure (
        kind text not null check (kind in ('movement', 'shift')),
        id text not null,
        at integer not null,
        why text not null check (why in ('request', 'age')),
        by text,
        stage integer not null check (stage in (0, 1)),
        primary key (kind, id)
      ) strict, without rowid;
      create index note_erasure_under_way on note_erasure (stage) where stage = 0;
      create trigger note_erasure_kept before delete on note_erasure
        begin select raise(abort, 'erasures are never forgotten'); end;
      create trigger note_erasure_fixed before update on note_erasure
        when new.stage < old.stage or new.kind is not old.kind or new.id is not old.id
          or new.at is not old.at or new.why is not old.why or new.by is not old.by
        begin select raise(abort, 'erasures are never changed'); end;

      drop trigger shift_movement_fixed;
      create trigger shift_movement_fixed before update on shift_movement
        when not (
          exists (select 1 from note_erasure where kind = 'movement' and id = old.id and stage = 0)
          and (new.note is old.note or new.note = '${mark}')
          and new.id is old.id and new.shift_id is old.shift_id and new.at is old.at
          and new.direction is old.direction and new.reason is old.reason
          and new.currency is old.currency and new.amount is old.amount
          and new.cashier is old.cashier)
        begin select raise(abort, 'what happened at the drawer is never changed'); end;

      drop trigger shift_close_fixed;
      create trigger shift_close_fixed before update on shift_close
        when not (${erasing}
          and new.shift_id is old.shift_id and new.profile_id is old.profile_id
          and new.number is old.number and new.closed_at is old.closed_at
          and ${rest('new.report')} is ${rest('old.report')}
          and not exists (
            select 1 from json_tree(new.report) where key in ${texts}
              and atom is not '${mark}' and atom is not json_extract(old.report, fullkey)))
        begin select raise(abort, 'what happened at the drawer is never changed'); end;
    `)
    fillKeys(db)
  },
}

const saleColumns = z.tuple([
  z.string(),
  z.string(),
  z.string().nullable(),
  z.string(),
  z.string().nullable(),
  z.string().nullable(),
])
const values = z.record(z.string(), z.unknown())
const nameColumns = z.tuple([z.string(), z.string()])
const add = 'insert or ignore into sale_person (key, sale_id) values (?, ?)'

/** The keys of the sales that are there already. */
function fillKeys(db: Database): void {
  const sales = db.iterate(
    `select id, reference_key, phone, form_values, found ->> '$.person.document',
       found ->> '$.person.cellphone' from sale where reference <> '${mark}'`,
  )
  for (const row of sales) {
    const [id, reference, phone, form, document, cellphone] = saleColumns.parse(row)
    const typed = Object.entries(values.parse(JSON.parse(form)))
      .filter(([name]) => name !== 'amount' && name !== 'productId')
      .map(([, value]) => value)
    for (const text of [...typed, document, cellphone]) {
      const key = typeof text === 'string' && text !== mark ? keyOf(text) : ''
      if (key.length >= 4 && key !== reference && key !== phone) db.run(add, key, id)
    }
  }
  const names = db.iterate(
    `select sale_id, text from tender where kind = 'credit' and text <> '${mark}'`,
  )
  for (const row of names) {
    const [id, name] = nameColumns.parse(row)
    const key = keyOf(name)
    if (key.length >= 4) db.run(add, key, id)
  }
}

/** No accents, case, spaces or signs. */
function keyOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
