import { describe, expect, it, test } from 'vitest'
import { createPresence, type Presence } from '../../electron/features/people/presence.ts'
import { cut, redacted } from '../../electron/ipc/redaction.ts'
import { createGuard, type Guard } from '../../electron/ipc/guard.ts'
import { createRouter, type Router } from '../../electron/ipc/router.ts'
import { fileSaid } from '../../shared/domain/people/audit-line.ts'
import { rightsFor } from '../../shared/contract/define.ts'
import {
  callNames as names,
  calls,
  events,
  type CallName,
  type EventName,
  type Handlers,
} from '../../shared/contract/index.ts'
import { moneySchema } from '../../shared/domain/money/money.ts'
import { saleSchema } from '../../shared/domain/sale/sale.ts'
import {
  rightsOfRole,
  rightSchema,
  roleSchema,
  type Right,
} from '../../shared/domain/people/rights.ts'
import { saleSample } from '../../shared/domain/receipt/receipt-samples.ts'
import { probeHandlers } from './bridge-handlers.ts'
import { fieldsOf, partsOf } from './schema-parts.ts'

// Rights are held where calls come in: here every call there is, by everyone, through the real router.

type Who = readonly Right[] | 'single' | 'locked' | 'unknown'

function presenceOf(who: () => Who): Presence {
  return createPresence({
    mode() {
      const now = who()
      return now === 'single' || now === 'unknown' ? now : 'people'
    },
    current() {
      const rights = who()
      if (typeof rights === 'string') return null
      return { id: rights.join(), name: 'Ana', role: 'cashier', rights }
    },
  })
}

/** A register at which others sign in, with what its windows are told. */
function register(who: Who, handlers: Partial<Handlers> = {}) {
  let now = who
  const trail: string[] = []
  const told: { name: EventName; payload: unknown }[] = []
  const guard: Guard = createGuard(
    presenceOf(() => now),
    (action, { subject }, by) => void trail.push([action, subject, by?.id].join(' ').trim()),
  )
  const probe = probeHandlers(() => undefined)
  const router: Router = createRouter({ ...probe.handlers, ...handlers }, () => undefined, guard)
  const tell: Parameters<typeof probeHandlers>[0] = (name, payload) =>
    guard.tell(name, payload, (sent, shown) => void told.push({ name: sent, payload: shown }))
  return {
    router,
    trail,
    told,
    tell,
    guard,
    /** Another is there from now on, as the people feature tells it. */
    isNow(next: Who) {
      now = next
      tell('people.changed', { mode: 'people', current: null, last: null, people: [] })
    },
  }
}

/** How the router answers somebody's call: `refused` by what, else whether it went on to a handler's own rules. */
async function answer(call: CallName, who: Who, { router } = register(who)): Promise<string> {
  // An input that no schema with fields takes: what is admitted fails there at the latest.
  const reply = await router({ call, input: { limit: -1 } })
  if (reply.ok) return 'admitted'
  const { code } = reply.error
  return code === 'LOCKED' || code === 'NOT_ALLOWED' ? code : 'admitted'
}

function expected(call: CallName, who: Who): string {
  const gate = calls[call].right
  if (who === 'single' || gate === 'always') return 'admitted'
  if (who === 'locked') return 'LOCKED'
  const rights = who === 'unknown' ? [] : who
  return rightsFor(gate).every((right) => rights.includes(right)) ? 'admitted' : 'NOT_ALLOWED'
}

const everyone: readonly (readonly [string, Who])[] = [
  ['nobody, while locked', 'locked'],
  ['one person alone', 'single'],
  ['anybody, where it cannot be read who works here', 'unknown'],
  ...roleSchema.options.map((role) => [`a ${role}`, rightsOfRole[role]] as const),
  ...rightSchema.options.map(
    (right) => [`somebody with the right ${right} alone`, [right]] as const,
  ),
]

test.each(everyone)('%s: every call is admitted or refused as its gate says', async (_, who) => {
  const answers = await Promise.all(names.map(async (call) => [call, await answer(call, who)]))
  expect(Object.fromEntries(answers)).toEqual(
    Object.fromEntries(names.map((call) => [call, expected(call, who)])),
  )
})

test('where it cannot be read who works here, the window can say why, and show what there is', async () => {
  for (const call of ['app.info', 'journal.state', 'catalog.get'] as const) {
    expect(await answer(call, 'unknown')).toBe('admitted')
  }
})

describe('while locked', () => {
  const open = names.filter((call) => calls[call].right === 'always')
  const toldEvents = Object.entries(events).filter(([, { locked }]) => locked === 'always')

  it('answers what the locked screen needs, and nothing else', () => {
    expect(open.toSorted()).toEqual([
      'connection.state',
      'journal.opening',
      'people.lock',
      'people.signIn',
      'people.state',
      'selling.openCount',
      'settings.get',
    ])
    expect(toldEvents.map(([name]) => name).toSorted()).toEqual([
      'connection.changed',
      'people.changed',
      'selling.openCount',
      'settings.changed',
    ])
  })

  it('has no sale and no money in what it answers or tells, but what is cut', () => {
    const told = toldEvents.map(([, { payload }]) => payload)
    for (const schema of [...open.map((call) => calls[call].output), ...told]) {
      const parts = partsOf(schema, (name) => name in redacted)
      expect(parts).not.toContain(moneySchema)
      expect(parts).not.toContain(saleSchema)
    }
  })

  it('cuts the balance from the connection', () => {
    const state = { reach: 'online', business: { balance: 1, profits: 2, at: 3 } }
    expect(register('locked').guard.shown(state)).toEqual({ reach: 'online', business: null })
    expect(register(rightsOfRole.cashier).guard.shown(state)).toEqual({
      reach: 'online',
      business: { balance: 1, profits: null, at: 3 },
    })
    expect(register('single').guard.shown(state)).toBe(state)
  })
})

describe('a lock that falls while a call is out', () => {
  const approved = saleSample({ id: 's1', state: 'APPROVED' })
  /** A call that ends when it is told to, with what its window got so far. */
  function outWith(who: Who, call: CallName, input: unknown) {
    const ends = Promise.withResolvers<typeof approved>()
    const page = Promise.withResolvers<{ rows: never[]; count: number; own: never[] }>()
    const there = register(who, {
      'selling.sell': () => ends.promise,
      'reports.page': () => page.promise,
    })
    const got: unknown[] = []
    const reply = there.router({ call, input }).then((answered) => void got.push(answered))
    return { ...there, got, reply, ends, page }
  }
  const sell = { draftId: 'draft-of-s1', productId: '1', quoteId: null, values: {} }
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }

  it('lets the sale go on, and tells how it ended to who is here next', async () => {
    const { got, reply, ends, isNow, told, tell } = outWith(
      rightsOfRole.cashier,
      'selling.sell',
      sell,
    )
    isNow('locked')
    tell('selling.changed', { ...approved, state: 'SENDING' })
    ends.resolve(approved)
    tell('selling.changed', approved)
    tell('shift.changed', {})
    await turns()
    expect(got).toEqual([])
    expect(told.map(({ name }) => name)).toEqual(['people.changed'])
    isNow(rightsOfRole.accountant)
    await reply
    expect(got).toEqual([{ ok: true, value: approved }])
    expect(told.slice(1)).toMatchObject([
      { name: 'selling.changed', payload: { id: 's1', state: 'APPROVED' } },
      { name: 'shift.changed' },
      { name: 'people.changed' },
    ])
  })

  it('gives no answer to whoever may not have asked for it', async () => {
    const input = {
      kind: 'sales',
      from: '2026-11-01',
      to: '2026-11-01',
      filter: {},
      offset: 0,
      limit: 1,
      sort: { column: 'id', descending: true },
    }
    const { got, reply, page, isNow } = outWith(rightsOfRole.accountant, 'reports.page', input)
    isNow(rightsOfRole.cashier)
    page.resolve({ rows: [], count: 0, own: [] })
    await reply
    expect(got).toEqual([{ ok: false, error: { code: 'NOT_ALLOWED' } }])
  })

  it('writes in the trail who asked for it', async () => {
    const done = Promise.withResolvers<object>()
    const { router, isNow, trail } = register(['products'], {
      'receipts.openDrawer': async () => {
        await done.promise
        return { jobId: 'j' }
      },
      'products.forgetPayee': async () => {
        await done.promise
        return []
      },
    })
    const input = { payee: '7701234567897', productId: '1' }
    const reply = router({ call: 'products.forgetPayee', input })
    isNow('locked')
    done.resolve({})
    isNow('single')
    await reply
    expect(trail).toEqual(['products.forgetPayee 7701234567897 products'])
  })
})

it.each(['/home/ana/Reportes/octubre.csv', 'C:\\Users\\ana\\octubre.csv', 'octubre.csv'])(
  'the trail names a file alone: %s',
  (path) => expect(fileSaid(path)).toBe('octubre.csv'),
)

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
    const there = register(rightsOfRole.cashier)
    expect(await answer(call, rightsOfRole.cashier, there)).toBe('NOT_ALLOWED')
    expect(there.trail).toEqual([`people.denied ${call} ${rightsOfRole.cashier.join()}`])
  })
})

describe('what changes something', () => {
  it('needs a right, wherever the trail tells of it or a sale is spoken of', async () => {
    const changing = [
      ...names.filter((name) => typeof calls[name].audit === 'function'),
      'shift.left',
    ] as const
    expect(changing).toContain('journal.acknowledge')
    for (const call of changing) {
      expect(await answer(call, [], register([])), call).toBe('NOT_ALLOWED')
    }
  })
})

describe('what is not for everyone', () => {
  const shown = (who: Who) =>
    register(who).guard.shown({
      products: [{ name: 'Clara', tip: '3' }],
      quote: { incentive: { minor: 5 }, values: { tip: '500' } },
      business: { balance: 1, profits: 2 },
    })

  it('is cut from answers and events wherever it stands, and from nothing that a customer typed', () => {
    const cut = {
      products: [{ name: 'Clara', tip: null }],
      quote: { incentive: null, values: { tip: '500' } },
    }
    expect(shown(rightsOfRole.cashier)).toEqual({ ...cut, business: { balance: 1, profits: null } })
    expect(shown('locked')).toEqual({ ...cut, business: null })
    expect(shown('unknown')).toEqual({ ...cut, business: null })
    for (const who of [rightsOfRole.accountant, rightsOfRole.administrator, 'single'] as const) {
      expect(shown(who)).toMatchObject({
        quote: { incentive: { minor: 5 } },
        business: { profits: 2 },
      })
    }
  })

  it('is cut without copying what holds nothing of it, as a catalog is long', () => {
    const price = { minor: 5, currency: 'COP' }
    const product = { name: 'Clara', price, tip: '3' }
    expect(cut(product, new Set(['commissions']))).toEqual({ ...product, tip: null })
    expect(product.tip).toBe('3')
    expect(cut(product, new Set(['present']))).toBe(product)
  })

  it('may be null wherever the contract has it', () => {
    const tables = [
      ...Object.values(calls).map(({ output }) => output),
      ...Object.values(events).map(({ payload }) => payload),
    ]
    const found = tables.flatMap((schema) => fieldsOf(schema, (name) => name in redacted))
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(Object.keys(redacted)))
    for (const { name, schema } of found)
      expect([name, schema.safeParse(null).success]).toEqual([name, true])
  })
})
