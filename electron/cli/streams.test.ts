import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { inMemory, makeFolder } from '../../tests/folders.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))
let service: Sandbox

beforeAll(async () => {
  service = await startSandbox({ settings: { statusSeconds: 0 } })
})
afterAll(() => service.close())

function program(args: readonly string[], stdio: StdioOptions) {
  const where = ['--base-url', service.url, '--country', 'CO']
  const dataDir = makeFolder('streams', inMemory)
  return spawn(process.execPath, ['electron/cli.ts', ...args, ...where, '--data-dir', dataDir], {
    cwd: house,
    env: { ...process.env, MOSTRADOR_TOKEN: service.token },
    stdio,
  })
}

test('whoever stops listening ends no sale: it goes on, and the exit code is its own', async () => {
  const topUp = ['10000', '--set', 'customerCellphone=3107776655', '--set', 'amount=6000']
  const child = program(['sell', ...topUp, '--yes'], ['ignore', 'pipe', 'pipe'])
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(service.ledger.transactions({}).map(({ status }) => status)).toEqual(['APPROVED'])
})

test.runIf(process.platform === 'linux')(
  'output that the disk did not take is no success',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const child = program(['catalog', '--json'], ['ignore', full, 'ignore'])
    expect(await once(child, 'close')).toEqual([1, null])
  },
)
