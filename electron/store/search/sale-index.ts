import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { clearPages } from '../erasure/erased-pages.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/**
 * search.db: the trigrams of each sale's reference and phone, under the row of the sale in the journal. It costs a sale
 * nothing: it is brought up to the journal before each search and behind, and begun anew wherever it is not the
 * journal's own. What it holds of customers goes with them.
 */
const file = 'search.db'

/** Another one than this program writes is begun anew. */
const shape = 1

/**
 * Stands twice in front of each text: so that a single letter makes a trigram too, and what begins with some letters is
 * found as what holds some. No key has it.
 */
const begin = '\u0001\u0001'

const tables = `
  create table sale_text (sale integer primary key, text text not null) strict;
  create virtual table trigram using fts5 (
    text, content = 'sale_text', content_rowid = 'sale', columnsize = 0, tokenize = 'trigram case_sensitive 1'
  );
  insert into trigram (trigram, rank) values ('secure-delete', 1);
  -- The newest sale and the newest erasure of the journal that are in here.
  create table mark (
    one integer primary key check (one = 1), sale integer not null, sale_id text, erasure integer not null
  ) strict;
  insert into mark values (1, 0, null, 0);
  pragma user_version = ${shape};
`

/** Where the index of a data folder stands. */
export const saleIndexPath = (folder: string) => join(folder, file)

/** Opens the index of a data folder to be written; one that is damaged is begun anew. DISK_FULL, STORE_FAILED. */
export function openSaleIndex(folder: string): Database {
  try {
    return opened(folder)
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'CACHE_DAMAGED') throw caught
    removeSaleIndex(folder)
    return opened(folder)
  }
}

/** Of a journal that is another one now, or of an index that cannot be read. Nobody has it open. */
export function removeSaleIndex(folder: string): void {
  const path = saleIndexPath(folder)
  guarded(() => {
    for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { force: true })
  })
}

function opened(folder: string): Database {
  const path = saleIndexPath(folder)
  // Small beside the journal, and opened behind.
  clearPages(path)
  const db = openDatabase(path, {
    synchronous: 'NORMAL',
    damage: 'CACHE_DAMAGED',
    secureDelete: true,
  })
  try {
    const version = db.get(versionRow, 'select user_version as version from pragma_user_version')
    if (version?.version === 0) db.transaction(() => db.exec(tables))
    else if (version?.version !== shape) throw new Failure('CACHE_DAMAGED')
    return db
  } catch (caught) {
    db.close()
    throw caught
  }
}

const versionRow = z.object({ version: z.int() })
const markRow = z.object({ sale: z.int(), saleId: z.string().nullable(), erasure: z.int() })
const newestRow = z.object({ sale: z.int(), erasure: z.int() })
const idRow = z.object({ id: z.string() })
const forgottenRow = z.object({ seq: z.int(), sale: z.int() })
const textRow = z.object({ text: z.string() })
const saleColumns = z.tuple([z.int(), z.string(), z.string(), z.string().nullable()])

type Mark = z.output<typeof markRow>

/** So many erasures are taken in at once. */
const forgottenAtOnce = 500

/**
 * Takes one step: out of the index whatever was erased since, then into it the next `most` sales. Answers how many it
 * still lacks, and how many sales there are.
 */
export function tendSaleIndex(
  journal: Database,
  index: Database,
  most: number,
): { lack: number; sales: number } {
  if (!isOf(journal, markOf(index))) beginAnew(index)
  forget(journal, index)
  addSales(journal, index, most)
  const { sale: sales } = newestOf(journal)
  return { lack: sales - markOf(index).sale, sales }
}

function markOf(index: Database): Mark {
  const mark = index.get(markRow, 'select sale, sale_id as saleId, erasure from mark')
  if (!mark) throw new Failure('CACHE_DAMAGED')
  return mark
}

/** Sales are never deleted: the newest row is how many there are. */
function newestOf(journal: Database): z.output<typeof newestRow> {
  const newest = journal.get(
    newestRow,
    `select (select ifnull(max(rowid), 0) from sale) as sale,
       (select ifnull(max(seq), 0) from sale_forgotten) as erasure`,
  )
  return newest ?? { sale: 0, erasure: 0 }
}

/** Whether it was made of this journal, and not of one that has gone on otherwise, as after a restore. */
function isOf(journal: Database, { sale, saleId, erasure }: Mark): boolean {
  if (erasure > newestOf(journal).erasure) return false
  if (sale === 0) return true
  return journal.get(idRow, 'select id from sale where rowid = ?', sale)?.id === saleId
}

function beginAnew(index: Database): void {
  index.transaction(() => {
    index.exec("insert into trigram (trigram) values ('delete-all')")
    index.exec('delete from sale_text')
    index.exec('update mark set sale = 0, sale_id = null, erasure = 0')
  })
  leaveNothing(index)
}

/** Nothing of who was erased stays: neither in the trigrams nor in the file. */
function forget(journal: Database, index: Database): void {
  let isAny = false
  for (;;) {
    const rows = journal.all(
      forgottenRow,
      'select seq, sale from sale_forgotten where seq > ? order by seq limit ?',
      markOf(index).erasure,
      forgottenAtOnce,
    )
    const last = rows.at(-1)
    if (!last) break
    isAny = true
    index.transaction(() => {
      for (const { sale } of rows) forgetSale(index, sale)
      index.run('update mark set erasure = ?', last.seq)
    })
  }
  if (isAny) leaveNothing(index)
}

/** What is gone from the tables is gone from the log of pages, too. */
function leaveNothing(index: Database): void {
  index.exec('pragma wal_checkpoint(truncate)')
}

function forgetSale(index: Database, sale: number): void {
  const known = index.get(textRow, 'select text from sale_text where sale = ?', sale)
  if (!known) return
  const leave = "insert into trigram (trigram, rowid, text) values ('delete', ?, ?)"
  index.run(leave, sale, known.text)
  index.run('delete from sale_text where sale = ?', sale)
}

function addSales(journal: Database, index: Database, most: number): void {
  const rows = journal.arrays(
    'select rowid, id, reference_key, phone from sale where rowid > ? order by rowid limit ?',
    markOf(index).sale,
    most,
  )
  if (rows.length === 0) return
  index.transaction(() => {
    for (const row of rows) {
      const [sale, , reference, phone] = saleColumns.parse(row)
      const text = textOf([reference, phone])
      if (text !== '') {
        index.run('insert into sale_text (sale, text) values (?, ?)', sale, text)
        index.run('insert into trigram (rowid, text) values (?, ?)', sale, text)
      }
    }
    const [newest, id] = saleColumns.parse(rows.at(-1))
    index.run('update mark set sale = ?, sale_id = ?', newest, id)
  })
}

/** What of a sale is looked for, each thing once. */
function textOf(keys: readonly (string | null)[]): string {
  const known = new Set(keys.filter((key) => key !== null && key !== ''))
  return [...known].map((key) => begin + key).join('\n')
}

/** What finds the sales that hold one of the keys, or begin with it, in the index's own language. */
export function trigramsOf(keys: readonly { key: string; anywhere: boolean }[]): string {
  return keys.map(({ key, anywhere }) => `"${anywhere ? key : begin + key}"`).join(' OR ')
}
