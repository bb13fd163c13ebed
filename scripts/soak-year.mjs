import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { house, say } from './house.mjs'

// npm run soak:year [-- --days 365] [--sales 1000] [--seed 1] [--until DAY] [--folder DIR] [--bugs] [--trace]: a
// year of selling on one journal, up to a day of it; with --bugs one with each bug that is planted in the store. The same days,
// sales and seed live the same year.

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    sales: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    // On a disk: the machine's memory otherwise, where it lends some.
    folder: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
})
const year = (file) => import(pathToFileURL(join(house, 'tests', 'simulation', 'year', file)).href)
const { runYear } = await year('run-year.ts')
// A year has a time of its own in the meantime.
const now = Date.now
const begun = now()
const elapsed = () => Math.round((now() - begun) / 1000)
if (values.folder !== undefined) mkdirSync(values.folder, { recursive: true })
const plan = { days: Number(values.days), sales: Number(values.sales), seed: Number(values.seed) }

async function live(own) {
  let told = 0
  let broken = 0
  const result = await runYear({
    ...plan,
    ...(values.folder === undefined ? {} : { folder: values.folder }),
    ...(values.until === undefined ? {} : { until: Number(values.until) }),
    ...(values.trace ? { trace: say } : {}),
    told: (day, { book, violations }) => {
      // At once: the end of a year is far.
      for (const rule of violations().slice(broken)) say(`day ${day}: ${rule}`)
      broken = violations().length
      if (elapsed() - told < 30) return
      told = elapsed()
      say(`${told} s: day ${day}, ${book.sales.size} sales, ${violations().length} violations`)
    },
    ...own,
  })
  return { ...result, seconds: elapsed() }
}

if (values.bugs) {
  const { yearBugs } = await year('bugs.ts')
  const caught = {}
  for (const [name, bug] of Object.entries(yearBugs)) {
    const [first = null] = (await live({ bug })).violations
    caught[name] = first
    say(`${name}: ${first}`)
  }
  process.stdout.write(`${JSON.stringify(caught, null, 2)}\n`)
  process.exitCode = Object.values(caught).includes(null) ? 1 : 0
} else {
  const result = await live({})
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  process.exitCode = result.violations.length === 0 ? 0 : 1
}
