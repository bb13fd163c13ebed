import { runSeed } from './run-seed.ts'

// node tests/simulation/replay.ts SEED [--files] [SALE]: a seed again, line by line.
const [seed, ...rest] = process.argv.slice(2)
const sale = rest.find((word) => word !== '--files')
const isAbout = (line: string) =>
  sale === undefined || !/sale-\d/.test(line) || line.includes(`${sale} `)
const result = await runSeed({
  seed: Number(seed),
  files: rest.includes('--files'),
  trace: (line) => {
    if (isAbout(line)) process.stdout.write(`${line}\n`)
  },
})
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
process.exitCode = result.violations.length === 0 ? 0 : 1
