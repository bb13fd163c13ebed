import { z } from 'zod'
import type { ErasureLog } from '../erasure/erasure-log.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'
import { createPeopleTable, type PersonRecord } from '../tables/people.ts'
import { addLine } from '../tables/trail.ts'
import {
  sharedItemShape,
  sharedPositionSchema,
  type SharedAnswer,
  type SharedChange,
  type SharedDoc,
} from '../../../shared/contract/upkeep/shared-docs.ts'
import { sharedDebtorSchema } from './shared-debtors.ts'
import {
  debtChanges,
  debtSteps,
  forgetDebts,
  isDebt,
  sharedDebtKind,
  type DebtsTaken,
} from './shared-debts.ts'
import { isBeside, kindNamed, kindNames } from './shared-kinds.ts'
import { canTakePeople, createNames, keepAdministrator } from './shared-people.ts'
import { agreedOf, isSame, type Descent } from './shared-together.ts'

/**
 * What the registers of a shop share: the journal holds its own tables as ever, and beside them the last copy of what the hub
 * has. What differs from that copy was said here, and is sent with the version of the copy; what the hub has newer is written
 * here. Where both are so, the hub's stands: that is told (docs/registers.md).
 */

/** What of it this register has a place for. */
export const placesSchema = z.object({
  /** By the scope of each account the connection that is it here. */
  accounts: z.record(z.string(), z.string()),
  /** What is kept beside the journal, as it stands there; null: nobody wrote it yet. */
  beside: z.array(z.object({ kind: z.string(), key: z.string(), body: z.unknown() })),
})
export type Places = z.output<typeof placesSchema>

/** What came of writing it down. */
export interface SharedWritten {
  kinds: ReadonlySet<string>
  /** What another register had said otherwise. */
  replaced: number
  /** To be written elsewhere than in the journal. */
  beside: { kind: string; body: unknown }[]
  /** There is more to say than went at once. */
  isMore: boolean
}

const copyRow = rowOf({
  ...sharedItemShape,
  version: z.int(),
  body: jsonOf(z.unknown()).nullable(),
  holder: z.string().nullable(),
})
type Copy = z.output<typeof copyRow>

const nameOf = ({ kind, scope, key }: { kind: string; scope: string; key: string }) =>
  JSON.stringify([kind, scope, key])

/** A value as its kind reads it; undefined: it cannot be read here. What is taken away is null. */
function readable(kind: string, key: string, body: unknown): unknown {
  const known = kindNamed(kind)
  if (known === undefined || body === null || body === undefined) return body ?? null
  return known.key.safeParse(key).success ? known.body.safeParse(body).data : undefined
}

/** Of which connection ('': the register) something is here; undefined: it has no place. */
function holderIn({ accounts, beside }: Places) {
  return (kind: string, scope: string): string | undefined => {
    const known = kindNamed(kind)
    const of = known?.of
    if (of === 'account') return Object.hasOwn(accounts, scope) ? accounts[scope] : undefined
    const isHere = isBeside(known) ? beside.some((one) => one.kind === kind) : of !== undefined
    return isHere && scope === of ? '' : undefined
  }
}

/** All that is said here, by name; undefined: something that no other register would take. */
function saidHere(db: Database, { accounts, beside }: Places) {
  const said = new Map<string, { kind: string; scope: string; key: string; body: unknown }>()
  const say = (kind: string, scope: string, key: string, body: unknown) => {
    const one = { kind, scope, key, body: readable(kind, key, body) }
    // Who never wrote something took nothing away.
    if (one.body !== null) said.set(nameOf(one), one)
  }
  for (const kind of kindNames) {
    const known = kindNamed(kind)
    if (known === undefined || isBeside(known)) continue
    const places = known.of === 'account' ? Object.entries(accounts) : [[known.of, '']]
    for (const [scope = '', holder = ''] of places)
      for (const [key, body] of known.said(db, holder)) say(kind, scope, key, body)
  }
  for (const { kind, key, body } of beside) say(kind, 'branch', key, body)
  return said
}

const copiesOf = (db: Database) => db.all(copyRow, 'select * from hub_shared')

/** What can be read of it, also while another process writes the journal. */
export function createSharedReader(db: Database) {
  return {
    /** Up to which change the hub was heard. */
    position: (): z.output<typeof sharedPositionSchema> =>
      db.get(sharedPositionSchema, 'select seq, tip from hub_shared_at') ?? { seq: 0, tip: '' },
    /** What was said here since. */
    changes(places: Places): SharedChange[] {
      const said = saidHere(db, places)
      const holderOf = holderIn(places)
      const copies = new Map(copiesOf(db).map((copy) => [nameOf(copy), copy]))
      const spoken = [...said].flatMap(([name, one]): SharedChange[] => {
        if (one.body === undefined) return []
        const copy = copies.get(name)
        if (copy === undefined) return [{ ...one, version: 0 }]
        // What the hub has and nobody here took over is no change of this register's.
        if (copy.holder !== holderOf(one.kind, one.scope)) return []
        const was = readable(one.kind, one.key, copy.body)
        return was === undefined || isSame(was, one.body) ? [] : [{ ...one, version: copy.version }]
      })
      const gone = [...copies].flatMap(([name, copy]): SharedChange[] => {
        const { kind, scope, key, version, holder, body } = copy
        const isHere = holder !== null && holder === holderOf(kind, scope)
        // What stands beside the journal is never taken away: its file may be another one; nor is who owes.
        if (said.has(name) || !isHere || body === null || scope === 'branch') return []
        if (kindNamed(kind)?.stays) return []
        return [{ kind, scope, key, version, body: null }]
      })
      return [...spoken, ...gone, ...debtChanges(db, places)]
    },
  }
}

export type SharedReader = ReturnType<typeof createSharedReader>

type KeepBeside = (beside: SharedWritten['beside']) => void
/** Writes some of an answer down, in one commit; null: there is more of it. */
export type TakeStep = (places: Places, at: number, keepBeside: KeepBeside) => SharedWritten | null

/** Over the journal in the hands of its one writer. */
export function createShared(db: Database, erasures: ErasureLog) {
  /**
   * Writes down what the hub answered, step by step: the last with the lines of the trail; what stands beside the journal before
   * that ends: else it would be taken for what was said here since, and replace what is newer.
   */
  function takes(answer: SharedAnswer): TakeStep {
    const debts = debtSteps(answer)
    return (places, at, keepBeside) =>
      db.transaction(() => {
        // Two programs may have asked at once: what came late is heard again.
        if (!isSame(answer.after, createSharedReader(db).position())) return nothing
        const kept = keptDebts(db)
        if (kept.length > 0) debts.take(db, kept, places)
        if (kept.length > 0 || debts.next(db, places)) return null
        const written = take(db, answer, { places, at, debts: debts.came(db), erasures })
        keepBeside(written.beside)
        return written
      })
  }
  return {
    ...createSharedReader(db),
    takes,
    /** The same in one commit. */
    take(answer: SharedAnswer, places: Places, at: number, keepBeside: KeepBeside): SharedWritten {
      const step = takes(answer)
      return db.transaction(() => {
        for (;;) {
          const written = step(places, at, keepBeside)
          if (written) return written
        }
      })
    },
    /**
     * The same register joined again, and hears all anew: what was said here since is still said, and holds against it. Of its
     * branch, which may be another one now, nothing is known.
     */
    again(): void {
      db.run("delete from hub_shared where scope = 'branch'")
      db.run('delete from hub_shared_at')
      forgetDebts(db)
    },
    /** What is here stays; of what the hub had nothing is known any more. */
    forget(): void {
      db.run('delete from hub_shared')
      db.run('delete from hub_shared_at')
      db.run('delete from book_close_told')
      forgetDebts(db)
    },
  }
}

/** Some of what a version kept that did not know them. */
function keptDebts(db: Database): SharedDoc[] {
  const sql = "select * from hub_shared where kind = ? and scope = 'branch' limit 100"
  const kept = db.all(copyRow, sql, sharedDebtKind)
  for (const copy of kept) forgetCopy(db, copy)
  return kept.map((copy) => ({ ...copy, by: '', own: false }))
}

const scopeRow = rowOf({ kind: z.string(), scope: z.string(), holder: z.string().nullable() })

/** Whether all that has a place here is written there. */
const isSettled = (db: Database, holderOf: ReturnType<typeof holderIn>) =>
  db
    .all(scopeRow, 'select distinct kind, scope, holder from hub_shared')
    .every(({ kind, scope, holder }) => [undefined, holder].includes(holderOf(kind, scope)))

/** As it is, without a place for people where that would leave a register that nobody could change any more. */
function exceptPeople(
  holderOf: ReturnType<typeof holderIn>,
  here: readonly PersonRecord[],
  known: readonly { kind: string; scope: string; body: unknown }[],
): ReturnType<typeof holderIn> {
  const people = known.filter(
    ({ kind, scope }) => holderOf(kind, scope) === '' && kind === 'person',
  )
  const shared = people.map(({ body }) => body)
  if (canTakePeople(here, shared)) return holderOf
  return (kind, scope) => (kind === 'person' ? undefined : holderOf(kind, scope))
}

const unheard: Descent = { was: undefined, isOlder: false, mayBeFork: false }
const nothing: SharedWritten = { kinds: new Set(), replaced: 0, beside: [], isMore: false }

interface Taken {
  places: Places
  at: number
  /** What came of the lines of the book of credit. */
  debts: DebtsTaken
  erasures: ErasureLog
}

function take(
  db: Database,
  answer: SharedAnswer,
  { places, at, debts, erasures }: Taken,
): SharedWritten {
  const inPlaces = holderIn(places)
  const isAnew = answer.anew || (answer.after.seq === 0 && copiesOf(db).length > 0)
  const docs = answer.docs.filter((doc) => !isDebt(doc))
  const { isNew, isMore } = debts
  const kinds = new Set<string>(isNew ? [sharedDebtKind] : [])
  if (!isAnew && answer.docs.length === 0 && isSettled(db, inPlaces))
    return { ...nothing, kinds, isMore }
  const said = saidHere(db, places)
  const before = new Map(copiesOf(db).map((copy) => [nameOf(copy), copy]))
  const people = createPeopleTable(db).all()
  const names = createNames(people)
  const all = new Map<string, Copy | SharedDoc>(isAnew ? [] : before)
  for (const doc of docs) all.set(nameOf(doc), doc)
  const holderOf = exceptPeople(inPlaces, people, [...all.values()])
  const sent = new Map(answer.sent.map((one) => [nameOf(one), one]))
  const replaced: string[] = []
  const beside: SharedWritten['beside'] = []

  /** Writes what the hub has, unless it is so; what was said here otherwise since is replaced, and told. */
  function settle(doc: SharedDoc, holder: string, descent: Descent = unheard): string | null {
    const { kind, key } = doc
    const next = readable(kind, key, doc.body)
    if (next === undefined) return descent.isOlder ? holder : null
    const here = said.get(nameOf(doc))?.body
    if (isSame(next, here)) return holder
    const known = kindNamed(kind)
    const { body, isLost } = agreedOf(known, { here, next }, descent)
    if (isLost) replaced.push(labelOf(doc, next))
    if (isSame(body, here)) return holder
    kinds.add(kind)
    if (isBeside(known)) beside.push({ kind, body })
    else known?.write(db, { holder, key, body, at, by: doc.by, names, erasures })
    return holder
  }

  for (const doc of docs) {
    const name = nameOf(doc)
    const copy = before.get(name)
    const holder = holderOf(doc.kind, doc.scope)
    if (!isAnew && copy && copy.version >= doc.version) continue
    before.delete(name)
    const ours = copy?.holder === holder ? copy : undefined
    const isGone = kindNamed(doc.kind)?.stays === true && !said.has(name)
    const here = said.get(name)?.body ?? null
    const isKnown = !isGone && isKnownHere(doc, { here, told: sent.get(name), ours })
    const isOlder = ours !== undefined && doc.version <= ours.version
    const was = ours && readable(doc.kind, doc.key, ours.body)
    const descent = { was, isOlder, mayBeFork: isOlder || (answer.anew && ours !== undefined) }
    const settled = holder === undefined || isKnown ? holder : settle(doc, holder, descent)
    keep(db, { ...doc, holder: settled ?? null })
  }
  for (const copy of before.values()) {
    if (isAnew) forgetCopy(db, copy)
    else {
      const holder = holderOf(copy.kind, copy.scope)
      if (holder === undefined || copy.holder === holder) continue
      keep(db, { ...copy, holder: settle({ ...copy, by: '', own: false }, holder) })
    }
  }
  if (kinds.has('person')) keepAdministrator(db, people, at)
  if (replaced.length > 0) {
    const detail = replaced.join(', ').slice(0, 400)
    addLine(db, { at, person: null, action: 'hub.replaced', subject: `${replaced.length}`, detail })
  }
  const { seq, tip } = answer
  insertRow(
    db,
    'hub_shared_at',
    { one: 1, seq, tip },
    'on conflict do update set seq = :seq, tip = :tip',
  )
  return { kinds, replaced: replaced.length, beside, isMore }
}

/**
 * Whether the hub was told it from here, or knows no better: what is here goes on from there. Where this journal neither told it
 * nor has anything to say of it, a copy of its folder did, which is in the same stream until one of both sends a sale: neither
 * would ever take over what the other says.
 */
function isKnownHere(
  doc: SharedDoc,
  { here, told, ours }: { here: unknown } & Record<'told' | 'ours', { body: unknown } | undefined>,
): boolean {
  if (doc.own && (told !== undefined || !isSame(here, ours?.body))) return true
  return [told, ours].some((one) => one !== undefined && isSame(one.body, doc.body))
}

/** What it is, for people; never what it says of a PIN. */
function labelOf({ kind, key, by }: SharedDoc, next: unknown): string {
  // No customer is in the trail.
  const owing = kind === 'debtor' ? sharedDebtorSchema.safeParse(next).data : undefined
  const named = z.object({ name: z.string() }).safeParse(next).data
  const called = owing ? `${owing.home}-${owing.number}` : kind === 'debtor' ? '' : named?.name
  return `${kind} ${called ?? key} ${by}`.trim()
}

function keep(
  db: Database,
  { kind, scope, key, version, body, holder }: Copy | SharedDocKept,
): void {
  const text = body === null || body === undefined ? null : JSON.stringify(body)
  insertRow(
    ...([db, 'hub_shared', { kind, scope, key, version, body: text, holder }] as const),
    'on conflict do update set version = excluded.version, body = excluded.body, holder = excluded.holder',
  )
}
type SharedItem = Pick<SharedDoc, 'kind' | 'scope' | 'key'>
type SharedDocKept = SharedDoc & { holder: string | null }

const forgetCopy = (db: Database, { kind, scope, key }: SharedItem) =>
  void db.run('delete from hub_shared where kind = ? and scope = ? and key = ?', kind, scope, key)
