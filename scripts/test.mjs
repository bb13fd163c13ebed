import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { house, npm, say } from './house.mjs'
import { build, ensureBrowser, installPackages } from './setup.mjs'

// npm test: every check in order; the last line is the sum of them. Runs on Node 20 alone.

const reports = join(house, 'out', 'tests')
/** Hundreds of processes load the same modules: each is compiled once. */
const env = { NODE_COMPILE_CACHE: join(house, 'node_modules', '.cache', 'compiled') }
const counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs one step and says how it went and how long it took. */
async function step(name, work, tell = say) {
  const started = Date.now()
  tell(`\n== ${name}`)
  let ok = false
  try {
    ok = await work()
  } catch (caught) {
    tell(caught instanceof Error ? caught.message : String(caught))
  }
  tell(`== ${name}: ${ok ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return ok
}

/** A step that counts as one test. */
async function check(name, work, tell = say) {
  const ok = await step(name, work, tell)
  counts[ok ? 'passed' : 'failed'] += 1
}

/** What was said aside and not yet told: it waits for the end of the step before it, so that neither is torn. */
const untold = []
const tellAside = () => process.stderr.write(untold.splice(0).join(''))

/** A script that counts as one test, beside the others: it takes what they leave. */
async function aside(name) {
  const said = []
  const hear = (text) => said.push(text)
  const work = async () => (await npm(['run', '-s', `check:${name}`], { env, aside: hear })) === 0
  await check(name, work, (line) => hear(`${line}\n`))
  untold.push(...said)
}

/** A vitest project; its own counts are added. */
async function project(name) {
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  let ran = false
  await step(name, async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    ran = (await npm(['run', '-s', `check:${name}`, '--', ...reporters], { env })) === 0
    return ran
  })
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  counts.passed += found?.numPassedTests ?? 0
  counts.failed += found?.numFailedTests ?? 0
  counts.skipped += (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0)
  // A suite that does not load, or an error between tests, fails the run without failing a test.
  if (!ran && !found?.numFailedTests) counts.failed += 1
}

mkdirSync(reports, { recursive: true })
await check('install', async () => {
  await installPackages()
  if (!(await ensureBrowser())) throw new Error('Falta Chrome, Edge o Chromium: instale uno.')
  await build()
  return true
})
if (counts.failed === 0) {
  // What reads the sources is a long thread each: they go on behind the tests, which often wait.
  const reading = Promise.all([aside('lint'), aside('types').then(() => aside('format'))])
  for (const name of ['unit', 'simulation', 'e2e']) {
    await project(name)
    tellAside()
  }
  await reading
  tellAside()
}

process.exitCode = counts.failed === 0 ? 0 : 1
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
)
