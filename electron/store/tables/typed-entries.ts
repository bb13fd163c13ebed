import { z } from 'zod'
import { typedLineSchema, type TypedLine } from '../../../shared/domain/books/typed-figures.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'

const lineRow = rowOf({
  ...typedLineSchema.shape,
  figures: jsonOf(typedLineSchema.shape.figures),
})

const typedRow = rowOf({
  ...typedLineSchema.omit({ at: true, who: true }).shape,
  profileId: z.string(),
  figures: jsonOf(typedLineSchema.shape.figures),
})

const standing = `select id, day, currency, figures, at, who from book_typed typed
  where profile_id = ? and not exists (select 1 from book_typed_back back where back.id = typed.id)`

/** What was typed and not taken back. */
export function createTypedEntriesReader(db: Database) {
  return {
    /** Of a span of days, both included, in the order of its days. */
    between: (profileId: string, from: string, to: string): TypedLine[] =>
      db.all(
        lineRow,
        `${standing} and day >= ? and day <= ? order by day, at, id`,
        ...[profileId, from, to],
      ),
    find: (profileId: string, id: string): TypedLine | null =>
      db.get(lineRow, `${standing} and id = ?`, profileId, id) ?? null,
  }
}

/** Over the journal in the hands of its one writer. */
export function createTypedEntries(db: Database) {
  return {
    ...createTypedEntriesReader(db),
    /** As it was typed, also where it was taken back; null: never. */
    typed: (id: string) =>
      db.get(
        typedRow,
        'select id, profile_id, day, currency, figures from book_typed where id = ?',
        id,
      ),
    /** The same id again changes nothing: it was typed once. */
    add: (profileId: string, { figures, ...line }: TypedLine): void => {
      const row = { profileId, ...line, figures: JSON.stringify(figures) }
      insertRow(db, 'book_typed', row, 'on conflict (id) do nothing')
    },
    takeBack: (id: string, at: number, who: string | null): void => {
      insertRow(db, 'book_typed_back', { id, at, who }, 'on conflict (id) do nothing')
    },
  }
}
