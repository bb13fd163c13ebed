import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { copyOnce } from '../../electron/features/copies/copying.ts'
import { forkNodeCopier } from '../../electron/host/programs/node-programs.ts'
import { writeCopiesNote } from '../../electron/store/elsewhere/copies-note.ts'
import { newTicket } from '../../electron/store/elsewhere/holder.ts'
import { newKey } from '../../electron/store/elsewhere/key.ts'
import { beginPlace } from '../../electron/store/elsewhere/make-copy.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { startSandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'

// A register that goes on at another computer, by the command line as an owner types it, over the test service.

const program = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url))

test('a restored register sells nothing before it knows what was sold since, and the computer before no more', async () => {
  const service = await startSandbox({ settings: { statusSeconds: 0 } })
  const [before, after, stick] = ['pc-1', 'pc-2', 'stick'].map((name) => makeFolder(name))
  if (!before || !after || !stick) throw new Error('three folders')

  async function cli(dataDir: string, args: readonly string[], typed = '') {
    const env = { ...process.env, LANG: 'es_CO', MOSTRADOR_TOKEN: service.token }
    const child = spawn(process.execPath, [program, ...args, '--json', '--data-dir', dataDir], {
      env,
    })
    child.stdin.end(typed)
    const ended = once(child, 'exit').then(([code]: unknown[]) => code)
    const [said, told, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    const answer: unknown = said === '' ? null : JSON.parse(said)
    return { code, answer, told }
  }
  const at = ['--base-url', service.url, '--country', 'CO']
  const topUp = ['sell', '10000', '--set', 'customerCellphone=3001234567', '--yes', ...at]
  const sell = (dataDir: string, amount: number, ...more: readonly string[]) =>
    cli(dataDir, [...topUp, '--set', `amount=${amount}`, ...more])
  const refused = (code: string) => ({ code: 1, answer: { error: { code } } })
  const sold = () => service.ledger.transactions({ kind: 'sales' }).length

  expect(await sell(before, 5000)).toMatchObject({ code: 0 })
  service.control.changeSettings({ statusSeconds: 3600 })
  expect(await sell(before, 6000, '--wait', '0')).toMatchObject({ code: 10 })
  const key = await newKey('es')
  const [folder, recipient] = [stick, key.recipient]
  const own = { writer: 'pc-1', since: Date.now(), ticket: newTicket() }
  await beginPlace(folder, recipient, {
    ...{ writtenBy: 'Mostrador', shop: 'La 14', computer: 'CAJA-1', ...own },
  })
  writeCopiesNote(before, { folder, recipient, ...own })
  makeBackup(before, 'hourly')
  // What the window of the computer before does each hour, and when it looks at the folder.
  const window = () =>
    copyOnce({
      ...{ dataDir: before, forkCopier: forkNodeCopier, shop: () => 'La 14', now: Date.now },
      ...{ registerId: () => null, signal: new AbortController().signal },
    })
  expect(await window()).toMatchObject({ error: null, takenOver: null })
  service.control.changeSettings({ statusSeconds: 0 })
  // Only the service knows of it.
  expect(await sell(before, 7000)).toMatchObject({ code: 0 })

  const restore = (...more: readonly string[]) =>
    cli(after, ['restore-copy', stick, '--old', 'sells', ...more], key.words.join(' '))
  expect(await restore()).toMatchObject({
    code: 0,
    answer: { shop: 'La 14', marked: true, openAside: 0 },
  })
  const made = sold()
  expect((await sell(after, 9000)).code).toBe(1)
  // What was out as the copy was made is looked up first.
  const resolve = () => cli(after, ['resolve', '--acknowledge', '--wait', '0', ...at])
  expect(await resolve()).toMatchObject({ code: 10, answer: [{ state: 'PENDING' }] })
  expect(await sell(after, 7000)).toMatchObject(refused('SOLD_ELSEWHERE'))
  expect(sold()).toBe(made)
  expect(await sell(after, 7000, '--again')).toMatchObject({ code: 0 })

  expect(await window()).toMatchObject({ takenOver: { computer: hostname() } })
  expect(await sell(before, 8000)).toMatchObject(refused('REGISTER_TAKEN_OVER'))
  expect(sold()).toBe(made + 1)

  // Over a register of its own: what has no end there is said before and after, and the service still tells of it.
  service.control.changeSettings({ statusSeconds: 3600 })
  expect(await sell(after, 11_000, '--wait', '0')).toMatchObject({ code: 10 })
  expect(await restore()).toMatchObject(refused('RESTORE_OVER_OPEN'))
  expect(await restore('--replace')).toMatchObject({ code: 0, answer: { openAside: 2 } })
  const { told } = await resolve()
  expect(told).toMatch(/Lo que había aquí tenía \d ventas? por resolver/)
  expect(await sell(after, 11_000)).toMatchObject(refused('SOLD_ELSEWHERE'))
  expect(sold()).toBe(made + 2)
  await service.close()
}, 900_000)
