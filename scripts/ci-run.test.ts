import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder } from '../tests/folders.ts'

const script = fileURLToPath(new URL('../.ci/run', import.meta.url))

/** Runs .ci/run over an npm whose two parts print and end as told. */
function run(parts: Record<'test' | 'check:real', { prints: string; ends: number }>) {
  const folder = makeFolder('ci')
  mkdirSync(join(folder, '.ci'))
  copyFileSync(script, join(folder, '.ci/run'))
  const cases = Object.entries(parts).map(
    ([name, { prints, ends }]) => `'${name}') echo '${prints}'; exit ${ends};;`,
  )
  const npm = `#!/bin/sh\ncase $3 in\n${cases.join('\n')}\nesac\n`
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
  const PATH = [folder, process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH }
  const { stdout, status } = spawnSync('bash', [join(folder, '.ci/run')], {
    env,
    encoding: 'utf8',
  })
  return { said: stdout, status }
}

const good = { prints: '10 passed, 0 failed, 1 skipped', ends: 0 }

test('the counts of both parts are one line', () => {
  const real = { prints: '5 passed, 0 failed, 2 skipped', ends: 0 }
  expect(run({ test: good, 'check:real': real })).toEqual({
    said: '15 passed, 0 failed, 3 skipped\n',
    status: 0,
  })
})

test('the second part runs although the first failed, and what failed stands at the end', () => {
  const failed = { prints: 'failed: lint\n9 passed, 2 failed, 0 skipped', ends: 1 }
  expect(run({ test: failed, 'check:real': good })).toEqual({
    said: 'failed: lint\n19 passed, 2 failed, 1 skipped\n',
    status: 1,
  })
})

test.each([
  ['ended without counting', { prints: 'Killed', ends: 137 }, '10 passed, 1 failed, 1 skipped\n'],
  [
    'failed otherwise than by a test',
    { prints: '3 passed, 0 failed, 0 skipped', ends: 1 },
    '13 passed, 1 failed, 1 skipped\n',
  ],
])('a part that %s is a failure', (_how, part, said) => {
  expect(run({ test: good, 'check:real': part })).toEqual({ said, status: 1 })
})
