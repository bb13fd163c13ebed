import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { house, say } from './house.mjs'

// npm run soak:registers [-- --sales N] [--from SEED]: several registers and their hub for long, on seeds that no test runs.

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

const registers = join(house, 'tests', 'simulation', 'registers')
const of = (file) => import(pathToFileURL(join(registers, file)).href)
const { onAllCores, replayHint } = await of('play-shops.ts')
const wanted = option('sales', 500_000)
const started = Date.now()
const seconds = () => Math.round((Date.now() - started) / 1000)
const batch = 50
let seed = option('from', 1_000_001)
let sold = 0
let told = 0
let failed = 0
const next = () => {
  if (sold >= wanted) return null
  seed += batch
  return { from: seed - batch, count: batch }
}
const totals = await onAllCores(next, (sums) => {
  sold = sums.sales
  // At once: whoever waits for the end of a long one can look at it meanwhile.
  for (const failure of sums.failures.slice(failed)) say(replayHint(failure))
  failed = sums.failures.length
  if (seconds() - told < 30) return
  told = seconds()
  say(`${told} s: ${sums.seeds} seeds, ${sums.sales} sales, ${sums.failures.length} failed`)
})
const { failures, ...counts } = totals
say(JSON.stringify({ ...counts, seconds: seconds() }, null, 2))
process.exitCode = failures.length === 0 ? 0 : 1
