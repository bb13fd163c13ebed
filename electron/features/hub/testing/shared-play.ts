import { isDeepStrictEqual } from 'node:util'
import { chartSchema } from '../../../../shared/domain/books/chart.ts'
import { noCashLimits } from '../../../../shared/domain/people/cash-limits.ts'
import { hasAdministrator, isSameName } from '../../../../shared/domain/people/people.ts'
import { share } from '../../../hub/calls.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { beginning } from '../../../store/hub/outbox.ts'
import type { Places } from '../../../store/hub/shared.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import type { PersonDraft } from '../../../store/tables/people.ts'
import { openMemoryJournal } from '../../../store/testing/memory-journal.ts'
import { numbersOf } from './hub-model.ts'
import { createSharedModel } from './shared-model.ts'

/** For tests: a PIN that nobody has. */
export const pinHash = `scrypt$16$${'a'.repeat(32)}$${'b'.repeat(64)}`
export const person = (
  id: string,
  name: string,
  differs: Partial<PersonDraft> = {},
): PersonDraft => ({
  ...{ id, name, role: 'cashier', rights: ['sell'], limits: noCashLimits, active: true },
  ...{ pinHash, createdAt: 1, ...differs },
})

const opened: { journal: Journal; undo: () => void }[] = []
let taken = 0
/** A journal in which nothing is; to make one takes most of what such a test costs, so that one is used again. */
function emptyJournal(): Journal {
  const one = opened[taken] ?? openOne()
  taken += 1
  return one.journal
}
function openOne() {
  const { journal, db } = openMemoryJournal()
  db.exec('begin')
  const undo = () => {
    db.exec('rollback')
    db.exec('begin')
  }
  const one = { journal, undo }
  opened.push(one)
  return one
}
/** The registers of a test are gone: after each. */
export function dropRegisters(): void {
  for (const { undo } of opened.slice(0, taken)) undo()
  taken = 0
}

let registers = 0
/** A register of a shop, with a connection of its own that is one account of it. */
export function registerAt(
  hub: HubConnection,
  { account = 'account Tienda https://service', copyOf = '' } = {},
) {
  const journal = emptyJournal()
  const profile = `profile-${(registers += 1)}`
  /** One whose folder was copied is in the stream of the other. */
  const stream = copyOf || profile
  const { shared } = journal.outbox
  let business: unknown = null
  const places = (): Places => ({
    accounts: { [account]: profile },
    beside: [{ kind: 'business', key: 'business', body: business }],
  })
  const hear = (by = hub) =>
    share(by, {
      ...{ stream, at: beginning, heard: shared.position() },
      changes: shared.changes(places()),
    })
  const take = (answer: Awaited<ReturnType<typeof hear>>) => {
    if (answer === null) throw new Error('the hub knows no sharing')
    return shared.take(answer, places(), 5, (beside) => {
      for (const one of beside) business = one.body
    })
  }
  return {
    journal,
    profile,
    stream,
    hear,
    take,
    sync: async () => take(await hear()),
    changes: () => shared.changes(places()),
    direct: (product: string, direction: 'in' | 'out' | null) =>
      journal.productSettings.set(profile, [product], { direction }, 1),
    directions: () => Object.fromEntries(journal.productSettings.directions(profile)),
    payees: {
      learn: (payee: string, product: string) => journal.payees.learn(profile, payee, product, 1),
      forget: (payee: string, product: string) => journal.payees.forget(profile, payee, product),
      all: () => journal.payees.all(profile).map(({ payee, productId }) => `${payee} ${productId}`),
    },
    put: (one: PersonDraft) =>
      journal.people.put(one, { at: 1, person: null, action: 'people.created', subject: one.name }),
    /** Who may sign in, and as what. */
    people: () =>
      journal.people
        .all()
        .map(({ id, name, role, active }) => `${id} ${name} ${role}${active ? '' : ' gone'}`),
    /** As the hub numbers it: it says its closes under that. */
    join: (code: string) =>
      journal.outbox.begin({
        ...{ id: profile, code, name: `Caja ${code}`, login: code, url: 'u', ca: null },
        begunAt: 1,
      }),
    close: (month: string, closedAt: number) =>
      journal.books.close(
        profile,
        {
          ...{ month, closedAt, closedBy: 'Ana', reason: '' },
          exceptions: { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] },
        },
        { chart: chartSchema.parse({}), vouchers: [] },
      ),
    reopen: (month: string, at: number) =>
      journal.books.reopen(profile, month, { at, who: null, reason: 'again' }),
    exported: (number: number, at: number) => journal.books.exported(profile, number, 'csv', at),
    /** What others closed of a month: the register, and what it says. */
    closedElsewhere: (month: string) =>
      journal.books
        .told(profile, month)
        .map(({ code, number, closedAt, exportedAt, reopenedAt }) => [
          ...[code, number, closedAt, exportedAt, reopenedAt],
        ]),
    say: (said: object) => void (business = said),
    business: () => business,
    trail: () =>
      journal.trail
        .page({ start: 0, end: Infinity, personId: null }, 50, 0)
        .entries.map(({ action, subject, detail }) => [action, subject, detail]),
  }
}
/** The same, under the code that the hub gave it. */
export function joinedAt(
  model: ReturnType<typeof createSharedModel>,
  code: string,
  branch: string | null = null,
) {
  const register = registerAt(model.registerOf(code, branch))
  register.join(code)
  return register
}
export async function syncAll(...registers: { sync: () => Promise<unknown> }[]): Promise<void> {
  for (const register of registers) await register.sync()
}
export const payee = '7701234567890'

/** Three registers that say things at random; answers are lost, late or heard twice, and the hub goes back. */
export async function playShared(seed: number): Promise<void> {
  const random = numbersOf(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const model = createSharedModel()
  const all = ['C1', 'C2', 'C3'].map((code) => registerAt(model.registerOf(code)))
  const late: (() => void)[] = []
  let old = model.held()
  for (let step = 0; step < 60; step += 1) {
    const register = all[pick(3)]
    if (!register) throw new Error('one of three')
    const what = pick(8)
    if (what === 0) register.direct(`${pick(4)}`, pick(2) === 0 ? 'in' : 'out')
    if (what === 1) register.direct(`${pick(4)}`, null)
    if (what === 2) register.payees.learn(payee, `${pick(3)}`)
    if (what === 3) register.payees.forget(payee, `${pick(3)}`)
    if (what === 4) {
      const id = `${pick(3)}`
      const [name, role] = [`Ana ${pick(2)}`, pick(2) === 0 ? 'cashier' : 'administrator'] as const
      const next = person(id, name, { role, active: pick(3) > 0 })
      const others = register.journal.people.all().filter((one) => one.id !== id)
      // As features/people/save-person.ts has it.
      const isTaken = others.some((one) => isSameName(one.name, name))
      if (!isTaken && hasAdministrator([...others, next])) register.put(next)
    }
    if (what >= 5) {
      const answer = await register.hear()
      if (pick(3) > 0) register.take(answer)
      else if (pick(2) === 0) late.push(() => register.take(answer))
    }
    if (pick(12) === 0) old = model.held()
    if (pick(25) === 0) model.goBackTo(old)
    if (pick(6) === 0) late.shift()?.()
  }
  for (const one of late) one()
  for (let round = 0; round < 8; round += 1) for (const register of all) await register.sync()
  const seen = all.map((one) => [one.directions(), one.payees.all().toSorted(), one.people()])
  const isSame = seen.every((one) => isDeepStrictEqual(one, seen[0]))
  const isWhole = all.every(
    ({ changes, journal }) => changes().length + journal.trail.peopleUnlike().length === 0,
  )
  const people = all[0]?.people() ?? []
  const isRun =
    people.every((who) => who.endsWith(' gone')) ||
    people.some((who) => who.endsWith(' administrator'))
  dropRegisters()
  if (!isSame || !isWhole || !isRun) throw new Error(`seed ${seed}: ${JSON.stringify(seen)}`)
}

/** Three registers of which each puts people out, or lets them do less, and none the contrary: so it is in the end. */
export async function playPutOut(seed: number): Promise<void> {
  const random = numbersOf(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const model = createSharedModel()
  const all = ['C1', 'C2', 'C3'].map((code) => registerAt(model.registerOf(code)))
  const chief = { role: 'administrator' } as const
  for (const id of ['0', '1', '2', 'z']) all[0]?.put(person(id, `Ana ${id}`, chief))
  for (const { sync } of all) await sync()
  const wanted = new Map<string, Partial<PersonDraft>>()
  const late: (() => void)[] = []
  let old = model.held()
  for (let step = 0; step < 60; step += 1) {
    const register = all[pick(3)]
    const known = register?.journal.people.person(`${pick(3)}`)
    if (!register || !known) throw new Error('one of three')
    const say = (changed: Partial<PersonDraft>, isMeant = true) => {
      register.put({ ...known, ...changed })
      if (isMeant) wanted.set(known.id, { ...wanted.get(known.id), ...changed })
    }
    const what = pick(24)
    if (what === 0) say({ active: false })
    if (what === 1) say({ role: 'cashier' })
    if (what > 1 && what < 5) say({ pinHash: pinHash.replaceAll('b', `${step % 10}`) }, false)
    if (what > 4 && what < 8) say({ name: `Ana ${known.id}${step}` }, false)
    if (what > 11) {
      const answer = await register.hear()
      if (what > 17) register.take(answer)
      else if (what > 14) late.push(() => register.take(answer))
    }
    if (pick(12) === 0) old = model.held()
    if (pick(25) === 0) model.goBackTo(old)
    if (pick(6) === 0) late.shift()?.()
  }
  for (const one of late) one()
  for (let round = 0; round < 8; round += 1) for (const { sync } of all) await sync()
  const kept = all.map(({ journal }) => journal.people.all())
  const isMeant = kept.every((people) =>
    people.every(({ id, active, role }) => {
      const meant = { active: true, ...chief, ...wanted.get(id) }
      return meant.active === active && meant.role === role
    }),
  )
  dropRegisters()
  if (!isMeant) throw new Error(`seed ${seed}: ${JSON.stringify(kept)}`)
}
