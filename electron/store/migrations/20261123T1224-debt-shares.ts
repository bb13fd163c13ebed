import type { Migration } from '../sqlite/migrate.ts'

const fixed = [
  ...['id', 'debtor_id', 'profile_id', 'at', 'kind', 'currency', 'amount', 'how', 'via'],
  ...['shift', 'movement_id', 'cashier', 'part_of', 'before_book'],
]

/**
 * A line of the book of credit that pays what is owed through several connections is a row in the books of each: all but the
 * first say which one they are part of. What was paid before there was a book is in nobody's books: its cash came then.
 */
export const debtShares: Migration = {
  id: '20261123T1224-debt-shares',
  up: (db) => {
    db.exec(`
      alter table debt_entry add column part_of text references debt_entry (id);
      alter table debt_entry add column before_book integer not null default 0
        check (before_book = 0 or before_book = 1 and kind = 'adjustment' and amount < 0);
      create index debt_entry_by_whole on debt_entry (part_of) where part_of is not null;
      drop trigger debt_entry_fixed;
      create trigger debt_entry_fixed before update on debt_entry
        when not ((new.note is old.note or new.note = '[borrado]')
          and exists (select 1 from debtor where id = old.debtor_id and erased_at is not null)
          and ${fixed.map((column) => `new.${column} is old.${column}`).join(' and ')})
        begin select raise(abort, 'the book of credit is never changed'); end;
    `)
  },
}
