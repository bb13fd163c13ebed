import { z } from 'zod'
import { createClaimModel } from '../../../electron/features/hub/testing/claim-model.ts'
import { createSharedModel } from '../../../electron/features/hub/testing/shared-model.ts'
import type { HubConnection } from '../../../electron/hub/connect.ts'
import { Failure } from '../../../shared/errors.ts'
import {
  completeUntil,
  lineOf,
  missingOf,
  monthsOf,
  otherKey,
  otherOf,
  rightRules,
  withItems,
  writesOf,
  type HubRegister,
  type HubRules,
  type HubState,
} from './hub-state.ts'
import { docSchema, partOf } from './images.ts'

/** Whoever may come in, once. */
export interface Invited {
  code: string
  login: string
  password: string
}

/** What an owner and registers do with a hub, wherever it is; each copy is of all of it. */
export interface ShopHub {
  invite(of: {
    name: string
    again: boolean
    continued: string | null
    branch: string | null
  }): Promise<Invited>
  retire(name: string): Promise<void>
  /** @throws Failure HUB_LOGIN_REFUSED, HUB_RETIRED */
  connect(login: string, password: string): Promise<HubConnection>
  copy(): Promise<() => Promise<void>>
  /** From now on it is of this version. */
  upgrade(): Promise<void>
}

const pushSchema = z.tuple([
  ...[z.string(), z.int(), z.string(), z.int(), z.string(), z.int().nullable(), z.string()],
  z.string(),
] as const)
const itemsSchema = z.array(
  z.object({ seq: z.int(), kind: z.string(), ref: z.string(), image: docSchema }),
)
const toldSchema = z.tuple([
  ...[z.string(), z.number(), z.int().nullable(), z.string().nullable()],
] as const)
const textsSchema = z.tuple([z.string(), z.string(), z.string()])
const shareSchema = z.tuple([z.string(), z.int(), z.string()]).rest(z.unknown())
const named = /hub\.(\w+)\(/
/** A statement that joining ends with: the password of whoever is signed in. */
const isPassword = (sql: string) => sql.startsWith('alter role')

/** What a hub that was not upgraded yet does not know. */
const laterFunctions = new Set([
  ...['told_v1', 'accounts_v1', 'share_v1', 'orders_v1', 'claim_v1', 'claim_key_v1', 'unclaim_v1'],
])

export type HubModel = ReturnType<typeof createHubModel>

/**
 * A hub of several registers, in memory; tests/real holds it against PostgreSQL, answer by answer. `ownPassword`: what each
 * register's login has once it joined. `isOld`: until it is upgraded it knows what its first version knew.
 */
export function createHubModel({
  now,
  ownPassword,
  isOld = false,
  rules: planted = {},
}: {
  now: () => number
  ownPassword: string
  isOld?: boolean
  rules?: Partial<HubRules>
}) {
  const rules = { ...rightRules, ...planted }
  const shared = createSharedModel({
    registers: () =>
      [...(rules.mindsNames ? state.registers.values() : [])].map(({ code, name, retiredAt }) => ({
        ...{ code, name, isRetired: retiredAt !== null },
      })),
    writesOf: (teller, author) => !rules.mindsNames || writesOf(state, teller, author),
  })
  const claims = createClaimModel(now)
  let old = isOld
  let drawn = 0
  let state: HubState = {
    ...{ registers: new Map(), streams: new Map(), sales: new Map(), shifts: new Map() },
    ...{ others: new Map(), totals: new Map(), shared: shared.held() },
  }
  /** Logins are the server's, and in no copy of the hub. */
  let roles: ReadonlyMap<string, { password: string; isShut: boolean }> = new Map()
  const letIn = (login: string, password: string) =>
    void (roles = new Map(roles).set(login, { isShut: false, ...roles.get(login), password }))
  const kept = (): HubState => ({ ...state, shared: shared.held() })
  function goBack(before: HubState): void {
    state = before
    shared.goBackTo(before.shared)
  }
  function put(register: HubRegister): void {
    state = { ...state, registers: new Map(state.registers).set(register.id, register) }
  }
  const byName = (name: string) =>
    [...state.registers.values()].find(
      (one) => (one.name === name || one.code === name) && one.retiredAt === null,
    )
  const registerOf = (login: string) =>
    [...state.registers.values()].find((one) => one.login === login)

  /** hub.own_register */
  function ownOf(login: string): HubRegister {
    const own = registerOf(login)
    if (!own) throw new Failure('HUB_NOT_JOINED')
    if (own.retiredAt !== null) throw new Failure('HUB_RETIRED')
    return own
  }
  const openStream = (own: HubRegister, id: string) => {
    const stream = state.streams.get(id)
    return stream?.register === own.id && stream.isOpen ? stream : undefined
  }

  const functions: Record<string, (own: HubRegister, values: readonly unknown[]) => unknown[]> = {
    join_v1(own, values) {
      const [id, journal, version] = textsSchema.parse(values)
      if (!own.invited) throw new Failure('HUB_CODE_USED')
      const at = now()
      const fresh = { invited: false, joinedAt: at, seenAt: at, trouble: null, forkedAt: null }
      put({ ...own, ...fresh, journal, version })
      const streams = new Map(state.streams)
      for (const one of streams.values())
        if (one.register === own.id) streams.set(one.id, { ...one, isOpen: false })
      const begun = { id, register: own.id, seq: 0, tip: '', begunAt: at }
      streams.set(id, { ...begun, knownUntil: null, movedUntil: null, isOpen: true })
      // hub.orders_again
      const others = [...state.others].filter(([key]) => {
        const [of, kind] = otherOf(key)
        return of !== own.id || (kind !== 'order' && kind !== 'unreadable')
      })
      state = { ...state, streams, others: new Map(others) }
      return [{ code: own.code, name: own.name }]
    },
    position_v1(own, [stream]) {
      const known = state.streams.get(String(stream))
      const found = known?.register === own.id ? known : undefined
      const at = found ?? { seq: 0, tip: '' }
      if (!found || rules.isElsewhere(found, at)) throw new Failure('HUB_FORKED')
      return [{ seq: at.seq, tip: at.tip, now: now() }]
    },
    push_v1(own, values) {
      const [id, seq, tip, toSeq, toTip, knownUntil, version, text] = pushSchema.parse(values)
      const items = itemsSchema.parse(JSON.parse(text))
      const known = state.streams.get(id)
      const stream = known?.register === own.id ? known : undefined
      if (rules.isElsewhere(stream, { seq, tip }) || !stream) throw new Failure('HUB_FORKED')
      const at = now()
      const moves = toSeq > seq && rules.forgetsIdle
      const movedUntil = moves ? (knownUntil ?? stream.movedUntil) : stream.movedUntil
      const untils = [stream.knownUntil, knownUntil].filter((one) => one !== null)
      const latest = untils.length > 0 ? Math.max(...untils) : null
      const next = { seq: toSeq, tip: toTip, movedUntil, knownUntil: moves ? movedUntil : latest }
      const seen = { ...own, seenAt: at, version }
      put(seen)
      state = { ...state, streams: new Map(state.streams).set(id, { ...stream, ...next }) }
      state = withItems(state, seen, items, rules)
      for (const { id: sale, register, state: of } of state.sales.values())
        if (register === own.id) claims.end(sale, of)
      return []
    },
    missing_v1: (own) =>
      missingOf(state, own.id)
        .map(([thing, doc]) => ({ thing, refused: docSchema.parse(doc).refused ?? null }))
        .toSorted((one, other) => (one.thing < other.thing ? -1 : 1)),
    told_v1(own, values) {
      const [id, clock, waiting, trouble] = toldSchema.parse(values)
      if (!openStream(own, id)) return []
      if (trouble === 'HUB_FORKED') {
        if (rules.marksForks) put({ ...own, forkedAt: now() })
        return []
      }
      const said = { toldAt: now(), waiting: waiting ?? own.waiting, trouble }
      put({ ...own, ...said, clockAhead: clock - now() })
      return []
    },
    accounts_v1: () => [],
    others_v1: (own) =>
      [...state.registers.values()].flatMap((one) => {
        const begun = [...state.streams.values()].filter(({ register }) => register === one.id)
        if (one.id === own.id || begun.length === 0) return []
        const joined = Math.min(...begun.map(({ begunAt }) => begunAt))
        const { code, name, retiredAt: retired } = one
        return [{ code, name, joined, retired, complete: completeUntil(state, one.id, rules) }]
      }),
    orders_v1(own) {
      const orders = [...shared.held().docs.values()].filter(
        ({ kind, body }) => kind === 'erasure' && body !== null,
      )
      const isHeard = (register: number) =>
        orders.every(({ key }) => state.others.has(otherKey(register, 'order', key)))
      return [...state.registers.values()]
        .filter((one) => one.id !== own.id && !isHeard(one.id))
        .filter((one) => [...state.streams.values()].some(({ register }) => register === one.id))
        .map(({ name }) => ({ name }))
    },
    erased_v2(own) {
      if (!rules.tellsErased) return []
      const line = lineOf(state, own)
      const isCopy = (id: number) =>
        line.has(id) || state.registers.get(id)?.journal === own.journal
      const sales = [...state.sales.values()].flatMap(({ id, register, doc }) =>
        isCopy(register) && 'erasure' in doc ? [{ kind: 'sale', id }] : [],
      )
      const notes = [...state.shifts.values()].flatMap(({ register, doc }) =>
        isCopy(register) ? partOf(doc, 'note_erasure').map(({ kind, id }) => ({ kind, id })) : [],
      )
      const debtors = [...state.others.keys()].flatMap((key) => {
        const [register, kind, id] = otherOf(key)
        return kind === 'debtor' && isCopy(register) ? [{ kind, id }] : []
      })
      return [...sales, ...notes, ...debtors]
    },
    months_v1: (own) => monthsOf(state, own),
  }

  function called(login: string, sql: string, values: readonly unknown[]): unknown[] {
    const name = named.exec(sql)?.[1] ?? ''
    if (old && laterFunctions.has(name)) throw new Failure('HUB_NOT_PREPARED')
    const work = functions[name]
    if (!work) throw new Failure('HUB_FAILED', { reason: `not of this model: ${sql}` })
    return work(ownOf(login), values)
  }

  /** What others have a model of: what registers share, and what they are about to sell. */
  function elsewhere(login: string, sql: string): HubConnection | null {
    const name = named.exec(sql)?.[1] ?? ''
    const isShared = name === 'share_v1'
    const isClaim = name.endsWith('claim_v1') || name === 'claim_key_v1'
    if ((!isShared && !isClaim) || old) return null
    const { code, branch, name: of } = ownOf(login)
    return isShared ? shared.registerOf(code, branch) : claims.registerOf(code, of)
  }

  /** Only from where the stream stands. */
  function mustStand(login: string, sql: string, values: readonly unknown[]): void {
    if (named.exec(sql)?.[1] !== 'share_v1') return
    const [id, seq, tip] = shareSchema.parse(values)
    const stream = openStream(ownOf(login), id)
    if (rules.isElsewhere(stream, { seq, tip })) throw new Failure('HUB_FORKED')
  }

  const connectionOf = (login: string): HubConnection => ({
    async rows(row, sql, values = []) {
      const other = elsewhere(login, sql)
      if (other) {
        mustStand(login, sql, values)
        return other.rows(row, sql, values)
      }
      return called(login, sql, values).map((one) => z.parse(row, one))
    },
    async run(sql, values = []) {
      const own = ownOf(login)
      if (isPassword(sql)) return letIn(own.login, ownPassword)
      const other = elsewhere(login, sql)
      if (other) return other.run(sql, values)
      called(login, sql, values)
    },
    async transaction(work) {
      const before = [kept(), roles] as const
      try {
        return await work()
      } catch (caught) {
        goBack(before[0])
        roles = before[1]
        throw caught
      }
    },
    close: () => Promise.resolve(),
  })

  const hub: ShopHub = {
    async invite({ name, again, continued, branch }) {
      const password = `invited-${(drawn += 1)}-${'x'.repeat(20)}`
      const known = again ? byName(name) : undefined
      if (again && !known) throw new Failure('HUB_NO_REGISTER', { name })
      const before =
        continued === null
          ? null
          : [...state.registers.values()].find((one) => one.name === continued)
      const continues = before?.id ?? known?.continues ?? null
      const id = known?.id ?? state.registers.size + 1
      const made: HubRegister = known ?? {
        ...{ id, code: `C${id}`, name, login: `mostrador_model_${drawn}`, branch },
        ...{ journal: null, joinedAt: null, retiredAt: null, seenAt: null, toldAt: null },
        ...{ forkedAt: null, waiting: null, trouble: null, clockAhead: null, version: null },
        ...{ continues, invited: true },
      }
      letIn(made.login, password)
      put({ ...made, continues, invited: true, branch: branch ?? made.branch })
      return { code: made.code, login: made.login, password }
    },
    async retire(name) {
      const own = byName(name)
      if (!own) throw new Failure('HUB_NO_REGISTER', { name })
      put({ ...own, retiredAt: now(), invited: false })
      roles = new Map(roles).set(own.login, { password: '', isShut: true })
      const streams = [...state.streams].map(
        ([id, one]) => [id, one.register === own.id ? { ...one, isOpen: false } : one] as const,
      )
      state = { ...state, streams: new Map(streams) }
    },
    async connect(login, password) {
      const role = roles.get(login)
      if (role?.isShut) throw new Failure('HUB_RETIRED')
      if (role?.password !== password) throw new Failure('HUB_LOGIN_REFUSED')
      return connectionOf(login)
    },
    async copy() {
      const before = kept()
      return async () => goBack(before)
    },
    async upgrade() {
      old = false
    },
  }
  return {
    ...hub,
    held: kept,
    /** Another copy of the journal took the place of whoever sends in this stream. */
    shift(stream: string): void {
      const known = state.streams.get(stream)
      const elsewhere = known && { ...known, tip: 'ffffffffffffffff' }
      if (elsewhere) state = { ...state, streams: new Map(state.streams).set(stream, elsewhere) }
    },
    completeUntil: (register: number) => completeUntil(state, register, rules),
  }
}
