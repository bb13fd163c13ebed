import { saleSchema } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import { createPersonalReader } from '../erasure/personal.ts'
import { openJournalReadOnly } from '../journal/open-journal.ts'
import type { Database } from '../sqlite/db.ts'
import { findSales } from './sale-finder.ts'
import { openSaleIndex, removeSaleIndex, saleIndexPath, tendSaleIndex } from './sale-index.ts'
import type { SearchQuestion } from './search-question.ts'

/** So many sales are taken into the index at once; a search waits for no more. */
const step = 2_000

/** What an index that is not ours lacks. */
const nothing = { lack: 0, sales: 0 }

interface Open {
  folder: string
  journal: Database
  /** null: not ours, or not to be had. */
  index: Database | null
}
let open: Open | null = null

/**
 * Answers what is asked of all sales, with connections of its own that stay open for the next question. Whatever fails
 * closes them. CACHE_DAMAGED, DISK_FULL, JOURNAL_DAMAGED, STORE_FAILED.
 */
export function answerSearch(question: SearchQuestion) {
  try {
    return answerTo(question)
  } catch (caught) {
    closeSearch()
    throw caught
  }
}

function answerTo(question: SearchQuestion) {
  if (question.kind === 'sales') return found(question)
  const files = opened(question)
  if (question.kind === 'tend') return files?.index ? tended(files.journal, files.index) : nothing
  if (!files) return null
  const personal = createPersonalReader(files.journal)
  const { key, now } = question
  const counted = personal.countOf(key, now)
  return { ...counted, ids: personal.idsOf(key), notes: personal.notesAbout(key) }
}

function found(question: Extract<SearchQuestion, { kind: 'sales' }>) {
  const files = opened(question)
  if (!files) return { sales: [], count: 0, isMore: false }
  try {
    return foundIn(files, question)
  } catch (caught) {
    if (!files.index) throw caught
    // Whatever is wrong with the index is no reason to find nothing: it is begun anew.
    closeSearch()
    removeSaleIndex(question.folder)
    const bare = opened({ ...question, index: false })
    if (!bare) throw caught
    return foundIn(bare, question)
  }
}

function foundIn(
  { journal, index }: Open,
  { profileId, filter }: Extract<SearchQuestion, { kind: 'sales' }>,
) {
  // A sale that was just made is found; an index that is still being made is not waited for.
  const { sales, ...rest } = findSales(journal, profileId, filter, indexedUpTo(journal, index))
  return { sales: sales.map((record) => saleSchema.parse(record)), ...rest }
}

/** Up to which sale the index holds them once another step was taken; 0: there is none. */
function indexedUpTo(journal: Database, index: Database | null): number {
  if (index === null) return 0
  const { lack, sales } = tended(journal, index)
  return lack === 0 ? Infinity : sales - lack
}

function tended(journal: Database, index: Database) {
  return tendSaleIndex(journal, index, step)
}

/** The files of a data folder; null: nothing has been sold yet. */
function opened({ folder, index }: Pick<SearchQuestion, 'folder' | 'index'>): Open | null {
  if (open?.folder === folder && (open.index !== null || !index)) return open
  closeSearch()
  const journal = openJournalReadOnly(folder)
  if (!journal) return null
  open = { folder, journal, index: index ? indexBeside(journal, folder) : null }
  return open
}

/** A disk that is full leaves a search without it, slower and as whole. */
function indexBeside(journal: Database, folder: string): Database | null {
  let index: Database | null = null
  try {
    index = openSaleIndex(folder)
    journal.run('attach ? as search', saleIndexPath(folder))
    return index
  } catch (caught) {
    index?.close()
    if (caught instanceof Failure) return null
    throw caught
  }
}

/** Closes the connections of this thread. */
export function closeSearch(): void {
  open?.index?.close()
  open?.journal.close()
  open = null
}
