import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { house, say } from './house.mjs'

// npm run soak [-- --sales N] [--seconds N] [--from SEED] [--files SEEDS]: the simulation for long, on
// seeds that npm test does not run. Ends at so many sales (2,000,000) or seconds, whichever is first.

const simulation = (file) => import(pathToFileURL(join(house, 'tests', 'simulation', file)).href)

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`)
  if (at < 0) return otherwise
  const value = Number(process.argv[at + 1])
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name}: ¿cuánto?`)
  return value
}

const wantedSales = option('sales', 2_000_000)
const seconds = option('seconds', Infinity)
const from = option('from', 1_000_001)
const fileSeeds = option('files', 2000)

const { batches, runMany } = await simulation('run-many.ts')
const { replayHint } = await simulation('totals.ts')

const started = Date.now()
const elapsed = () => (Date.now() - started) / 1000
let soFar = { sales: 0 }
let seed = from + fileSeeds
const overFiles = batches(from, fileSeeds, true)
let told = 0

/** Batches over files first, then as many in memory as it takes. */
function next() {
  if (elapsed() > seconds) return null
  const first = overFiles.shift()
  if (first) return first
  if (soFar.sales >= wantedSales) return null
  const [batch] = batches(seed, 50, false)
  seed += 50
  return batch
}

const totals = await runMany(next, (sums) => {
  soFar = sums
  if (elapsed() - told < 30) return
  told = elapsed()
  say(
    `${Math.round(told)} s: ${sums.seeds} seeds, ${sums.sales} sales, ${sums.failures.length} failed`,
  )
})

const { failures, ...counts } = totals
say(JSON.stringify({ ...counts, seconds: Math.round(elapsed()) }, null, 2))
for (const failure of failures) say(replayHint(failure))
process.exitCode = failures.length === 0 ? 0 : 1
