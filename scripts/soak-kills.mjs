import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { killSales } from '../tests/simulation/kills.ts'

// node scripts/soak-kills.mjs [--kills 1000] [--lanes 2] [--seed 1] [--resolve 320]: Node 24.
// Kills the real command line while it sells against the real sandbox, then compares journal and ledger.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    // Long enough for three look-ups without a record to end in REVIEW.
    resolve: { type: 'string', default: '320' },
  },
})
const startedAt = Date.now()
const tally = await killSales({
  kills: Number(values.kills),
  lanes: Number(values.lanes),
  seed: Number(values.seed),
  resolveSeconds: Number(values.resolve),
  progress: (killed) => {
    if (killed % 50 === 0) process.stderr.write(`${killed} of ${values.kills}\n`)
  },
})
const result = { seed: values.seed, seconds: Math.round((Date.now() - startedAt) / 1000), ...tally }
mkdirSync('out/soak', { recursive: true })
writeFileSync('out/soak/kills.json', `${JSON.stringify(result, null, 2)}\n`)
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
process.exitCode = tally.wrong.length === 0 ? 0 : 1
