import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../electron/store/sqlite/db.ts'
import type { JournalSearch } from '../../../electron/store/search/journal-search.ts'
import type { Customers } from './people.ts'

/** Where an erased customer may still stand: copies for thirty days with copies, and what was set aside as damaged. */
const files = [
  'journal.db',
  'journal.db-wal',
  'search.db',
  'search.db-wal',
  'intents.log',
  'erasures.log',
]

/** Goes through every byte of a folder that nobody has open; `violate` hears of each who is gone and still there. */
export function judgeBytes(
  folder: string,
  customers: Customers,
  gone: ReadonlySet<number>,
  violate: (rule: string) => void,
): void {
  if (gone.size === 0) return
  const segments = join(folder, 'intents')
  const sealed = existsSync(segments) ? readdirSync(segments).map((name) => `intents/${name}`) : []
  for (const name of [...files, ...sealed]) {
    const found = new Set<number>()
    for (const text of piecesOf(join(folder, name))) {
      for (const digits of numbersIn(text)) {
        const customer = customers.erasedBy(digits)
        if (customer !== undefined && gone.has(customer)) found.add(customer)
      }
    }
    for (const customer of found) violate(`${customers.keyOf(customer)}: erased, and in ${name}`)
  }
}

const blockBytes = 4 * 1024 * 1024
const overlap = 64

function* piecesOf(path: string): Generator<string> {
  if (!existsSync(path)) return
  const file = openSync(path, 'r')
  try {
    const block = Buffer.alloc(blockBytes)
    for (let at = 0; ; at += blockBytes - overlap) {
      const read = readSync(file, block, 0, blockBytes, at)
      yield block.toString('latin1', 0, read)
      if (read < blockBytes) return
    }
  } finally {
    closeSync(file)
  }
}

/** Ten digits, or as many of them as stand next to each other in two columns. */
function* numbersIn(text: string): Generator<string> {
  for (const [digits] of text.matchAll(/(?<!\d)(?:300\d{7}){1,3}(?!\d)/g)) {
    for (let from = 0; from < digits.length; from += 10) yield digits.slice(from, from + 10)
  }
}

/** A search finds what going through every row finds, and nobody who was erased. */
export async function judgeSearch(
  db: Database,
  search: JournalSearch,
  customers: Customers,
  { profileId, violate }: { profileId: string; violate: (rule: string) => void },
): Promise<void> {
  const rows = db.arrays(
    'select id, reference_key, phone from sale where profile_id = ? order by rowid desc',
    profileId,
  ) as readonly [string, string, string | null][]
  const erased = [...customers.erased].slice(-3)
  const wanted = [customers.next(), customers.next(), ...erased].map(customers.digitsOf)
  // How a number ends is what people remember; no amount and no identifier of the service is as long.
  const texts = [...wanted, (wanted[0] ?? '').slice(-7), `KX-${wanted[1]}`]
  for (const text of texts) {
    const key = text.toLowerCase().replace('-', '')
    const bare = rows
      .filter(([, reference, phone]) => reference.includes(key) || phone?.includes(key))
      .map(([id]) => id)
    const { sales, count, isMore } = await search.sales(profileId, { text, limit: 50 })
    const found = sales.map(({ id }) => id)
    const isSame = found.join() === bare.slice(0, 50).join()
    if (!isSame) violate(`search: ${text} finds ${found.length}, there are ${bare.length}`)
    if (!isMore && count !== bare.length) violate(`search: ${text} counts ${count}, ${bare.length}`)
  }
  // Each of their sales that is still found waits to be erased.
  for (const customer of erased) {
    const { sales, due } = await search.customer(customers.keyOf(customer), Date.now())
    if (sales > due) violate(`${customers.keyOf(customer)}: erased, and ${sales - due} sales found`)
  }
}
