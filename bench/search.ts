import { createProductSearch } from '../shared/domain/product/product-search.ts'
import { foldText } from '../shared/domain/text/fold-text.ts'
import { machine, median, table, type Result } from './measure.ts'
import { createRandom, productNames, withTypo } from './search/names.ts'
import { measureWindow } from './search/window.ts'

/**
 * What searching and scrolling ten thousand products cost: the search against a bare scan, typos by themselves, and
 * both in the real window against a page without a framework. In processor time: it does not matter who else works.
 */
const rounds = 15
const limit = 3

const names = productNames()
const folded = names.map(foldText)
const search = createProductSearch(names, (name) => ({ name }))

/** The time of this thread that something took, in milliseconds. */
function spent(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000
}

/** What a person types, letter by letter, on the way to these products. */
const keystrokes = [1, 2_500, 5_000, 7_500, 9_999].flatMap((index) => {
  const query = (folded[index] ?? '').split(' ').slice(0, 3).join(' ')
  return Array.from(query, (_, end) => query.slice(0, end + 1))
})

function bareScan(query: string): string[] {
  const words = query.split(' ').filter(Boolean)
  return names.filter((_, index) => words.every((word) => (folded[index] ?? '').includes(word)))
}

/** Typed with one letter wrong, each often enough for a clock that ticks in milliseconds, and whether the product was found all the same. */
function typos(): { times: number[]; found: number; count: number } {
  const random = createRandom(11)
  const times: number[] = []
  let [found, count] = [0, 0]
  while (count < 200) {
    const index = random(names.length)
    const [, ...words] = (folded[index] ?? '').split(' ').filter((word) => word.length > 5)
    const word = words.find((one) => !/\d/.test(one) && one !== 'categoria')
    if (word === undefined) continue
    const query = withTypo(word, random)
    const often = Array.from({ length: 20 }, () => query)
    times.push(spent(() => often.forEach((one) => search.find(one))) / often.length)
    count += 1
    if (search.find(query).includes(names[index] ?? '')) found += 1
  }
  return { times, found, count }
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN

const ms = (value: number) => `${value.toFixed(2)} ms`
const ratio = (name: string, value: number, bare: number): Result => ({
  name,
  value: `${(value / bare).toFixed(2)} x (${ms(value)} / ${ms(bare)})`,
  target: `${limit} x`,
  met: value / bare <= limit,
})

// The first runs are the compiler's.
for (const query of keystrokes) search.find(query).concat(bareScan(query))
typos()
const perKey: { own: number[]; bare: number[] } = { own: [], bare: [] }
for (let round = 0; round < rounds; round += 1) {
  perKey.bare.push(spent(() => keystrokes.forEach(bareScan)) / keystrokes.length)
  perKey.own.push(
    spent(() => keystrokes.forEach((query) => search.find(query))) / keystrokes.length,
  )
}
const wrong = typos()
const p95 = at(wrong.times, 0.95)
const share = wrong.found / wrong.count
const results: Result[] = [
  ratio('search per keystroke, against a bare scan', median(perKey.own), median(perKey.bare)),
  {
    name: 'search with a typo, p95',
    value: `${ms(p95)} (median ${ms(median(wrong.times))})`,
    target: '3 ms',
    met: p95 <= 3,
  },
  {
    name: 'typos of one letter that still find the product',
    value: `${(share * 100).toFixed(1)} %`,
    target: '95 %',
    met: share >= 0.95,
  },
]

const { scroll, product, key, letter } = await measureWindow(names)
results.push(
  ratio('window: script per scroll frame, against a bare virtual list', scroll.own, scroll.bare),
  ratio('window: the same per product that comes into view', product.own, product.bare),
  ratio('window: script per keystroke, against a bare scan and list', key.own, key.bare),
  ratio('window: a letter until it is painted, p95, against the same', letter.own, letter.bare),
)
process.stdout.write(`${table(results)}\n\n${machine()}\n`)
if (results.some(({ met }) => met === false)) process.exitCode = 1
