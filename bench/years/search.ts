import { join } from 'node:path'
import { z } from 'zod'
import {
  createJournalSearch,
  type JournalSearch,
} from '../../electron/store/search/journal-search.ts'
import { saleIndexPath } from '../../electron/store/search/sale-index.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { longestTurn, median, timed, type Result } from '../measure.ts'
import { noted, p95, ratio, result, type Pair } from './figures.ts'

/** So many sales, spread over all of the years, are looked for in each way. */
const looked = 40

const soughtRow = z.object({
  id: z.string(),
  reference: z.string(),
  phone: z.string().nullable(),
  amount: z.int(),
  name: z.string().nullable(),
})

/** Looking for sales of all ages by what a person has of them, through the thread that searches. */
export async function searchOfYears({ years, plan }: Pair): Promise<Result[]> {
  const search = createJournalSearch({
    folder: years,
    isWriter: true,
    onProblem({ code }) {
      throw new Error(code)
    },
  })
  try {
    const built = await timed(() => search.tend())
    const sought = soughtIn(years)
    const bare = bareLookUp(years, sought.phones)
    const ways: [name: string, texts: readonly string[], milliseconds: number][] = [
      ['by phone', sought.phones, 16],
      ['by the end of a phone', sought.phones.map((phone) => phone.slice(-4)), 16],
      ['by reference', sought.references, 16],
      ['by amount', sought.amounts, 16],
      ['by a word', sought.names, 16],
      ['by _id', sought.ids, 1],
    ]
    const results = [noted('the index of all sales is made', built / 1_000, 's')]
    for (const [name, texts, target] of ways) {
      results.push(...(await look(search, plan.profileId, { name, texts, target, bare })))
    }
    return results
  } finally {
    await search.close()
  }
}

async function look(
  search: JournalSearch,
  profileId: string,
  way: { name: string; texts: readonly string[]; target: number; bare: number },
): Promise<Result[]> {
  const { name, texts, target, bare } = way
  const times: number[] = []
  const ask = async (text: string) => {
    const { count } = await search.sales(profileId, { text, limit: 100 })
    if (count === 0) throw new Error(`${text} was not found`)
  }
  await ask(texts[0] ?? '')
  const turn = await longestTurn(async () => {
    for (const text of texts) times.push(await timed(() => ask(text)))
  })
  return [
    result(`search ${name}, p95`, p95(times), 'ms', target),
    ratio(`search ${name}, against a bare look-up of trigrams`, [median(times), bare], 6),
    result(`search ${name}, the main thread meanwhile`, turn, 'ms', 16),
  ]
}

function soughtIn(folder: string) {
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL', readOnly: true })
  const sales = db.all(
    soughtRow,
    `with recursive place (n) as (select 0 union all select n + 1 from place where n < ${looked - 1})
     select sale.id, reference, phone, amount,
       form_values ->> '$.customerName' as name
     from place join sale on sale.rowid = 1 + n * (select max(rowid) - 1 from sale) / ${looked}`,
  )
  db.close()
  const kept = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null)
  return {
    ids: sales.map(({ id }) => id),
    phones: kept(sales.map(({ phone }) => phone)),
    references: sales.map(({ reference }) => reference),
    amounts: sales.map(({ amount }) => String(amount / 100)),
    names: kept(sales.map(({ name }) => name?.split(' ')[0] ?? null)),
  }
}

/** The rows of one phone in the index and nothing else, in milliseconds. */
function bareLookUp(folder: string, phones: readonly string[]): number {
  const db = openDatabase(saleIndexPath(folder), { synchronous: 'NORMAL', readOnly: true })
  const rows = (phone: string) =>
    db.arrays('select rowid from trigram where trigram match ? order by rowid desc', `"${phone}"`)
  rows(phones[0] ?? '')
  const times = phones.map((phone) => {
    const begun = performance.now()
    rows(phone)
    return performance.now() - begun
  })
  db.close()
  return median(times)
}
