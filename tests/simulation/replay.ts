import { playShop } from './registers/play.ts'
import { runSeed } from './run-seed.ts'

// node tests/simulation/replay.ts SEED [--files] [SALE]: a seed again, line by line. --registers: one of several registers and their
// hub (tests/simulation/registers).
const [seed, ...rest] = process.argv.slice(2)
const sale = rest.find((word) => !word.startsWith('--'))
const isAbout = (line: string) =>
  sale === undefined || !/sale-\d/.test(line) || line.includes(`${sale} `)
const trace = (line: string) => {
  if (isAbout(line)) process.stdout.write(`${line}\n`)
}
const result = rest.includes('--registers')
  ? await playShop({ seed: Number(seed), trace })
  : await runSeed({ seed: Number(seed), files: rest.includes('--files'), trace })
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
process.exitCode = result.violations.length === 0 ? 0 : 1
