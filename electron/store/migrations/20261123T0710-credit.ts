import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import type { Migration } from '../sqlite/migrate.ts'

const mark = '[borrado]'

/**
 * Fiado as a book: who owes, what was paid of it, adjusted or given up. What is owed for sales is no row here: it is the
 * sales themselves, whose tender says who owes them. Names that were written as text before become people of the book.
 */
export const creditBook: Migration = {
  id: '20261123T0710-credit',
  up: (db) => {
    db.exec(`
      -- The keys are what they are found by; of one who was erased name, phone and keys are empty.
      create table debtor (
        id text primary key,
        number integer not null unique,
        name text not null,
        name_key text not null,
        phone text not null,
        phone_key text not null,
        currency text,
        amount integer check (amount >= 0),
        created_at integer not null,
        erased_at integer,
        erased_why text check (erased_why in ('request', 'age')),
        erased_by text
      ) strict;
      create index debtor_by_name on debtor (name_key) where name_key <> '';
      create index debtor_by_phone on debtor (phone_key) where phone_key <> '';
      create trigger debtor_kept before delete on debtor
        begin select raise(abort, 'who owes is never deleted'); end;
      create trigger debtor_number_kept before update of id, number, created_at on debtor
        begin select raise(abort, 'a debtor keeps their number'); end;
      create trigger debtor_erased before update on debtor
        when old.erased_at is not null and (new.name <> '' or new.phone <> ''
          or new.name_key <> '' or new.phone_key <> '' or new.erased_at is not old.erased_at)
        begin select raise(abort, 'who was erased stays so'); end;

      -- amount: by how much the debt grew. A payment in cash is the movement of a drawer, too, where a shift was open.
      create table debt_entry (
        id text primary key,
        debtor_id text not null references debtor (id),
        profile_id text not null,
        at integer not null,
        kind text not null check (kind in ('payment', 'adjustment', 'write-off', 'opening')),
        currency text not null,
        amount integer not null check (amount <> 0 and (amount < 0 or kind in ('adjustment', 'opening'))),
        how text check (how in ('cash', 'transfer')),
        via text not null,
        shift text,
        movement_id text unique references shift_movement (id),
        note text not null,
        cashier text
      ) strict;
      create index debt_entry_by_debtor on debt_entry (debtor_id, at);
      create index debt_entry_by_time on debt_entry (profile_id, at);
      create index debt_entry_by_transfer on debt_entry (shift) where how = 'transfer';
      create trigger debt_entry_kept before delete on debt_entry
        begin select raise(abort, 'the book of credit is never deleted'); end;
      create trigger debt_entry_fixed before update on debt_entry
        when not ((new.note is old.note or new.note = '${mark}')
          and exists (select 1 from debtor where id = old.debtor_id and erased_at is not null)
          and ${same([
            ...['id', 'debtor_id', 'profile_id', 'at', 'kind', 'currency', 'amount', 'how', 'via'],
            ...['shift', 'movement_id', 'cashier'],
          ])})
        begin select raise(abort, 'the book of credit is never changed'); end;

      drop trigger tender_fixed;
      alter table tender add column debtor_id text references debtor (id);
    `)
    // Names are many in a shop of years: each is found without reading the others.
    db.exec("create index tender_names on tender (text) where kind = 'credit'")
    bringIn(db)
    db.exec('drop index tender_names')
    db.exec(`
      create index tender_by_debtor on tender (debtor_id, sale_id) where debtor_id is not null;
      create trigger tender_fixed before update on tender
        when not (${same([
          ...['seq', 'sale_id', 'at', 'shift', 'kind', 'received', 'cashier', 'via', 'seen'],
        ])} and (
          new.debtor_id is old.debtor_id and (new.text is old.text or new.text = '${mark}')
            and exists (select 1 from erasure where sale_id = old.sale_id and stage = 0)
          or old.debtor_id is null and old.kind = 'credit' and new.text is old.text))
        begin select raise(abort, 'what happened at the drawer is never changed'); end;

      -- A version of before the book, which a shop may go back to, names nobody: the text does.
      create trigger tender_owed after insert on tender
        when new.kind = 'credit' and new.debtor_id is null
        begin
          insert into debtor (id, number, name, name_key, phone, phone_key, created_at)
            select new.sale_id || '.' || new.seq, (select ifnull(max(number), 0) + 1 from debtor), new.text,
              lower(replace(new.text, ' ', '')), '', '', new.at
            where not exists (select 1 from debtor where name = new.text);
          update tender set debtor_id = (select id from debtor where name = new.text order by number limit 1)
            where seq = new.seq;
        end;
    `)
  },
}

function same(columns: readonly string[]): string {
  return columns.map((column) => `new.${column} is old.${column}`).join(' and ')
}

const nameRow = z.object({ name: z.string(), at: z.int(), seq: z.int() })

/**
 * Each name is one person, however it was written; whoever was erased is one without a name. Their id is that of where they
 * first owed: a copy of before, brought in once more, has them under the same, so that whoever was erased since is again.
 */
function bringIn(db: Database): void {
  const names = db.all(
    nameRow,
    `select text as name, min(at) as at, min(seq) as seq from tender where kind = 'credit'
     group by text order by 3`,
  )
  const numbers = new Map<string, number>()
  for (const { name, at, seq } of names) {
    const isErased = name === mark
    const key = isErased ? '' : keyOf(name)
    const person = isErased ? mark : key || name
    const known = numbers.get(person)
    const number = known ?? numbers.size + 1
    if (known === undefined) {
      numbers.set(person, number)
      db.run(
        `insert into debtor (id, number, name, name_key, phone, phone_key, created_at, erased_at, erased_why)
         values ((select sale_id || '.' || seq from tender where seq = :seq), :number, :name, :key, '', '',
           :at, :erasedAt, :why)`,
        {
          ...{ seq, number, key, at, name: isErased ? '' : name },
          erasedAt: isErased ? at : null,
          why: isErased ? 'request' : null,
        },
      )
    }
    db.run(
      `update tender set debtor_id = (select id from debtor where number = ?)
       where kind = 'credit' and text = ?`,
      number,
      name,
    )
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
