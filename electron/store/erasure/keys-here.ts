import { foldText } from '../../../shared/domain/text/fold-text.ts'
import type { Database } from '../sqlite/db.ts'
import { textOfColumn } from '../sqlite/rows.ts'
import { noteTexts } from './personal.ts'

/** As long as what is looked for may be. */
const longest = 60

/** What tells customers, each once where an index gives it so. */
const kept = [
  "select distinct reference_key from sale where reference_key <> ''",
  'select distinct phone from sale where phone is not null',
  'select distinct key from sale_person',
  "select name_key from debtor where name_key <> ''",
  "select phone_key from debtor where phone_key <> ''",
]

/** All that a customer can be found by in this journal, by what it is asked for: `ofWhom` says whose a key is. */
export function keysAmong(
  db: Database,
  ofWhom: (key: string) => readonly string[],
): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  const look = (key: string) => {
    for (const whose of ofWhom(key)) found.set(whose, (found.get(whose) ?? new Set()).add(key))
  }
  for (const sql of kept) for (const key of textsOf(db, sql)) look(key)
  for (const text of textsOf(db, noteTexts)) for (const key of runsOf(text)) look(key)
  return new Map([...found].map(([whose, keys]) => [whose, [...keys]]))
}

function* textsOf(db: Database, sql: string): Generator<string> {
  for (const row of db.iterate(sql)) {
    const columns: readonly unknown[] = Array.isArray(row) ? row : []
    const [text] = columns
    yield textOfColumn(text) ?? ''
  }
}

/** Words of a text that stand beside one another, as one: a note names whom it says whole. */
function* runsOf(text: string): Generator<string> {
  const words = foldText(text).match(/\p{L}+|\p{N}+/gu) ?? []
  for (const start of words.keys()) {
    let run = ''
    for (const word of words.slice(start)) {
      run += word
      if (run.length > longest) break
      yield run
    }
  }
}
