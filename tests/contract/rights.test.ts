import { describe, expect, it, test } from 'vitest'
import { gates, type Gate } from '../../electron/ipc/gates.ts'
import { createGuard } from '../../electron/ipc/guard.ts'
import { createRouter } from '../../electron/ipc/router.ts'
import { calls, type CallName } from '../../shared/contract/index.ts'
import { rightsOfRole, rightSchema, roleSchema, type Right } from '../../shared/domain/rights.ts'
import { probeHandlers } from './bridge-handlers.ts'

// Rights are held where calls come in: here every call there is, by every role, through the real router.

type Who = readonly Right[] | 'single' | 'locked'

const isCall = (name: string): name is CallName => Object.hasOwn(calls, name)
const names = Object.keys(calls).filter(isCall)

/** How the router answers somebody's call: `refused` by what, else whether it went on to a handler's own rules. */
async function answer(call: CallName, who: Who, trail: string[] = []): Promise<string> {
  const guard = createGuard(
    {
      isSingle: () => who === 'single',
      current: () => (typeof who === 'string' ? null : { rights: who }),
    },
    (action, { subject }) => void trail.push(`${action} ${subject ?? ''}`),
  )
  const probe = probeHandlers(() => undefined)
  const router = createRouter(probe.handlers, () => undefined, guard)
  // An input that no schema with fields takes: what is admitted fails there at the latest.
  const reply = await router({ call, input: { limit: -1 } })
  if (reply.ok) return 'admitted'
  const { code } = reply.error
  return code === 'LOCKED' || code === 'NOT_ALLOWED' ? code : 'admitted'
}

function expected(gate: Gate, rights: readonly Right[]): string {
  if (gate === 'always' || gate === 'present') return 'admitted'
  return rights.includes(gate) ? 'admitted' : 'NOT_ALLOWED'
}

test.each(roleSchema.options)(
  '%s: every call is admitted or refused by its right',
  async (role) => {
    const rights = rightsOfRole[role]
    for (const call of names) {
      expect([call, await answer(call, rights)]).toEqual([call, expected(gates[call], rights)])
    }
  },
)

test.each(rightSchema.options)(
  'the right %s alone opens its own calls and no others',
  async (right) => {
    for (const call of names) {
      expect([call, await answer(call, [right])]).toEqual([call, expected(gates[call], [right])])
    }
  },
)

test('locked, only what keeps the screen current is answered, and what unlocks', async () => {
  for (const call of names) {
    const wanted = gates[call] === 'always' ? 'admitted' : 'LOCKED'
    expect([call, await answer(call, 'locked')]).toEqual([call, wanted])
  }
})

test('one person alone may do everything', async () => {
  for (const call of names) expect([call, await answer(call, 'single')]).toEqual([call, 'admitted'])
})

describe('what a cashier must not do', () => {
  it.each<CallName>([
    'reports.export',
    'reports.page',
    'resolving.close',
    'connection.save',
    'connection.setToken',
    'settings.set',
    'people.save',
    'people.trail',
    'products.set',
    'app.openDataDir',
  ])('%s is refused, and the trail tells of it', async (call) => {
    const trail: string[] = []
    expect(await answer(call, rightsOfRole.cashier, trail)).toBe('NOT_ALLOWED')
    expect(trail).toEqual([`people.denied ${call}`])
  })
})

test('commissions are cut from answers for whoever may not see them', () => {
  const shown = (who: Who) =>
    createGuard(
      {
        isSingle: () => who === 'single',
        current: () => (typeof who === 'string' ? null : { rights: who }),
      },
      () => undefined,
    ).shown({ products: [{ name: 'Clara', tip: '3' }], quote: { incentive: { minor: 5 } } })
  expect(shown(rightsOfRole.cashier)).toEqual({
    products: [{ name: 'Clara', tip: null }],
    quote: { incentive: null },
  })
  expect(shown('locked')).toMatchObject({ products: [{ tip: null }] })
  expect(shown(rightsOfRole.accountant)).toMatchObject({ products: [{ tip: '3' }] })
  expect(shown('single')).toMatchObject({ products: [{ tip: '3' }] })
})
