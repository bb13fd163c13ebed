import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { house, npm, say } from './house.mjs'
import { build, ensureBrowser, installPackages } from './setup.mjs'

// npm test: every check in order; the last line is the sum of them. Runs on Node 20 alone.

const reports = join(house, 'out', 'tests')
const counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs one step and says how it went and how long it took. */
async function step(name, work) {
  const started = Date.now()
  say(`\n== ${name}`)
  let ok = false
  try {
    ok = await work()
  } catch (caught) {
    say(caught instanceof Error ? caught.message : String(caught))
  }
  say(`== ${name}: ${ok ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  return ok
}

/** A step that counts as one test. */
async function check(name, work) {
  const ok = await step(name, work)
  counts[ok ? 'passed' : 'failed'] += 1
  return ok
}

const script =
  (name, options = {}) =>
  async () =>
    (await npm(['run', '-s', name], options)) === 0

/** A vitest project; its own counts are added. */
async function project(name) {
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  let ran = false
  await step(name, async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    ran = (await npm(['run', '-s', `check:${name}`, '--', ...reporters])) === 0
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
const isSetUp = await check('install', async () => {
  await installPackages()
  if (!(await ensureBrowser())) throw new Error('Falta Chrome, Edge o Chromium: instale uno.')
  await build()
  return true
})
if (isSetUp) {
  // Linting is one long thread: it goes on beside the rest, on the core that they leave free.
  const lint = check('lint', script('check:lint', { aside: true }))
  await check('format', script('check:format'))
  await check('types', script('check:types'))
  await project('unit')
  await lint
  await project('simulation')
  await project('e2e')
}

process.exitCode = counts.failed === 0 ? 0 : 1
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
)
