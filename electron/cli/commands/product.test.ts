import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../sandbox/http/server.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { hashPin } from '../../features/people/pin.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { run } from '../run.ts'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'

test('what nobody knows the direction of is not quoted until the owner says it, by name and PIN', async () => {
  const folder = makeFolder('cli-direction', inMemory)
  const shop = await startSandbox({ unshown: true })
  onTestFinished(() => shop.close())
  /** The exit code, and all that was written. */
  async function ask(
    args: string[],
    pin = '',
    as = ['--json'],
  ): Promise<[code: number, said: string]> {
    const said: string[] = []
    const env = { LANG: 'es_CO', MOSTRADOR_TOKEN: shop.token, MOSTRADOR_PIN: pin }
    const to = ['--base-url', shop.url, '--data-dir', folder, ...as]
    const tell = (text: string) => void said.push(text)
    const code = await run([...args, ...to], env, { out: tell, err: tell })
    return [code, said.join('')]
  }
  const refused = await ask(['quote', '970001'])
  expect(refused).toEqual([1, expect.stringContaining('DIRECTION_UNCONFIRMED')])
  expect(refused[1]).toContain('--direction in')
  expect((await ask(['product', '970001'], '', []))[1]).toContain('falta decir quién')
  const journal = openJournal(folder)
  const pinHash = await hashPin('2468', 16)
  for (const [name, rights] of [
    ['Ana', ['sell', 'products']],
    ['Luis', ['sell']],
  ] as const) {
    const line = { at: 1, person: null, action: 'people.created', subject: name }
    const person = { id: name, name, role: 'cashier', rights: [...rights] } as const
    journal.people.put(
      { ...person, limits: noCashLimits, active: true, createdAt: 1, pinHash },
      line,
    )
  }
  journal.close()
  const say = ['product', '970001', '--direction', 'in']
  expect(await ask(say)).toEqual([2, expect.stringContaining('--cashier')])
  const other = await ask([...say, '--cashier', 'Luis'], '2468')
  expect(other).toEqual([1, expect.stringContaining('NOT_ALLOWED')])
  expect((await ask([...say, '--cashier', 'Ana'], '2468'))[0]).toBe(0)
  expect((await ask(['product', '970001'], '', []))[1]).toContain('  el cliente paga\n')
  expect((await ask(['quote', '970001']))[0]).toBe(0)
  const after = openJournal(folder)
  const { entries } = after.trail.page({ start: 0, end: Infinity, personId: null }, 1, 0)
  after.close()
  expect(entries).toMatchObject([
    { action: 'products.set', subject: '970001', detail: 'in', person: { name: 'Ana' } },
  ])
})
