import { Failure } from '../../../shared/errors.ts'
import { openPages, rootOf, sumBytes, type PageFileReader, type Seal } from './page-file.ts'
import { stepPages, type CopyStep } from './snapshot.ts'

/** One page, as the newest of some files has it. */
export interface Page {
  number: number
  page: Buffer
  sum: Buffer
}

/** Files of pages that follow each other, the oldest first, open to be read once. */
export interface PageChain {
  readonly last: Seal
  /** The sums of all pages of the last state, in the order of their numbers. */
  sums(): Buffer
  /** Each page that any of them has, as the newest of them has it, by its number. @throws Failure JOURNAL_DAMAGED */
  pages(): Generator<Page>
  close(): void
}

/** @throws Failure JOURNAL_DAMAGED one of them is no whole file */
export function openChain(paths: readonly string[]): PageChain {
  const files: PageFileReader[] = []
  const close = () => files.forEach((file) => file.close())
  try {
    for (const path of paths) files.push(openPages(path))
  } catch (caught) {
    close()
    throw caught
  }
  const last = files.at(-1)?.seal
  if (!last) throw new RangeError('a chain of no files')
  return { last, sums: () => sumsOf(files, last), pages: () => newestPages(files, last), close }
}

/** The sums of the state that these files come to. @throws Failure JOURNAL_DAMAGED they come to another one */
export function stateOf(paths: readonly string[]): Buffer {
  const chain = openChain(paths)
  try {
    const sums = chain.sums()
    if (rootOf(chain.last.pageSize, sums) !== chain.last.root) throw new Failure('JOURNAL_DAMAGED')
    return sums
  } finally {
    chain.close()
  }
}

/** Reads every page of a file, in steps. @throws Failure JOURNAL_DAMAGED one is not what its sum says */
export function* provePages(path: string): Generator<CopyStep, void> {
  const file = openChain([path])
  try {
    for (const { number } of file.pages()) {
      if (number % stepPages === 0) yield { done: number, of: file.last.pageCount }
    }
  } finally {
    file.close()
  }
}

function sumsOf(files: readonly PageFileReader[], { pageCount }: Seal): Buffer {
  const sums = Buffer.alloc(pageCount * sumBytes)
  for (const { numbers, sum } of files) {
    for (const [place, number] of numbers.entries()) {
      if (number <= pageCount) sum(place).copy(sums, (number - 1) * sumBytes)
    }
  }
  return sums
}

/** Each file is read from its first page to its last, and of each number the newest page is taken. */
function* newestPages(files: readonly PageFileReader[], { pageCount }: Seal): Generator<Page> {
  const heads = files.map((file) => ({ file, place: 0 }))
  for (;;) {
    const next = Math.min(...heads.map(({ file, place }) => file.numbers[place] ?? Infinity))
    if (next > pageCount) return
    let page: Page | null = null
    for (const head of heads.toReversed()) {
      if (head.file.numbers[head.place] !== next) continue
      page ??= { number: next, page: head.file.page(head.place), sum: head.file.sum(head.place) }
      head.place += 1
    }
    if (page) yield page
  }
}
