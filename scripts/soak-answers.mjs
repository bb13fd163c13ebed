import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { house, say } from './house.mjs'

// npm run soak:answers [-- --ways N] [--from SEED]: the whole way of a sale over a service that answers at random,
// on seeds that npm test does not run.

function option(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

const file = join(house, 'tests', 'simulation', 'whole-way.ts')
const { walkWays } = await import(pathToFileURL(file).href)
const ways = option('ways', 50_000)
const from = option('from', 1_000_001)
const started = Date.now()
const totals = { ways: 0, requests: 0, carriedOut: 0, amountsRefused: 0 }
let failed = 0
for (let seed = from; seed < from + ways; seed += 1000) {
  const { failures, ...counts } = await walkWays(seed, Math.min(1000, from + ways - seed))
  for (const name of Object.keys(totals)) totals[name] += counts[name]
  for (const failure of failures) say(JSON.stringify(failure))
  failed += failures.length
}
say(JSON.stringify({ ...totals, failed, seconds: Math.round((Date.now() - started) / 1000) }))
process.exitCode = failed === 0 ? 0 : 1
