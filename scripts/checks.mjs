import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { house, npm, say } from './house.mjs'

// What npm test and npm run check:real are made of: steps that are told with their time, and counts.

const reports = join(house, 'out', 'tests')
/** Hundreds of processes load the same modules: each is compiled once. */
const env = { NODE_COMPILE_CACHE: join(house, 'node_modules', '.cache', 'compiled') }

/** What passed, failed and was skipped so far. */
export const counts = { passed: 0, failed: 0, skipped: 0 }

/** What failed so far, in words: it is told once more at the end, where it is looked for. */
const failures = []

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

/** A step that counts as one test; answers whether it passed. */
export async function check(name, work, tell = say) {
  const ok = await step(name, work, tell)
  counts[ok ? 'passed' : 'failed'] += 1
  if (!ok) failures.push(name)
  return ok
}

/** What was said aside and not yet told: it waits for the end of the step before it, so that neither is torn. */
const untold = []
export const tellAside = () => process.stderr.write(untold.splice(0).join(''))

/** A script that counts as one test, beside the others: it takes what they leave. */
export async function aside(name) {
  const said = []
  const hear = (text) => said.push(text)
  const work = async () => (await npm(['run', '-s', `check:${name}`], { env, aside: hear })) === 0
  const ok = await check(name, work, (line) => hear(`${line}\n`))
  if (!ok) failures.push(`${name} said:\n${said.join('').slice(-1_000)}`)
  untold.push(...said)
}

/**
 * A run of vitest; its own counts are added. `run` starts it with the arguments that make it leave its
 * report, and answers its exit code.
 */
export async function tests(name, run) {
  mkdirSync(reports, { recursive: true })
  const report = join(reports, `${name}.json`)
  rmSync(report, { force: true })
  let ran = false
  await step(name, async () => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    ran = (await run(reporters, { env })) === 0
    return ran
  })
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  counts.passed += found?.numPassedTests ?? 0
  counts.failed += found?.numFailedTests ?? 0
  counts.skipped += (found?.numPendingTests ?? 0) + (found?.numTodoTests ?? 0)
  const failed = (found?.testResults ?? []).flatMap(failuresIn)
  failures.push(...failed)
  // A suite that does not load, or an error between tests, fails the run without failing a test.
  if (ran || found?.numFailedTests) return
  counts.failed += 1
  if (failed.length === 0) failures.push(`${name}: it ended without saying which test failed`)
}

/** The failures of one file of tests, each with the beginning of what it said. */
function failuresIn({ name, status, message, assertionResults }) {
  const said = (text) => text.split('\n', 12).join('\n  ')
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(house, name)
  if (failed.length === 0) return status === 'failed' ? [`${file}\n  ${said(message)}`] : []
  return failed.map(
    (test) => `${file} > ${test.fullName}\n  ${said(test.failureMessages.join('\n'))}`,
  )
}

/** A vitest project of vitest.config.ts, by its script in package.json. */
export function project(name) {
  return tests(name, (args, options) => npm(['run', '-s', `check:${name}`, '--', ...args], options))
}

/** Says what failed and, as the last line of standard output, the sum; fails the process where anything failed. */
export function tellCounts() {
  process.exitCode = counts.failed === 0 ? 0 : 1
  const sum = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
  process.stdout.write(`${[...failures.map((failure) => `failed: ${failure}`), sum].join('\n')}\n`)
}
