import { z } from 'zod'
import type {
  SharedAnswer,
  SharedChange,
  SharedDoc,
} from '../../../shared/contract/upkeep/shared-docs.ts'
import { debtKindSchema } from '../../../shared/domain/credit/debtor.ts'
import { payoutHowSchema } from '../../../shared/domain/drawer/drawer.ts'
import { storableText } from '../../../shared/domain/text/json.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, jsonOf, rowOf } from '../sqlite/rows.ts'
import { isTest, saleLinesIn, saleRevision, saleStanding } from '../tables/debts.ts'
import { isSame } from './shared-together.ts'

/**
 * The lines of the book of credit that the registers of a branch share: each says what was written in its own journal, and has
 * that of the others beside it. A line is one by its id, so that nothing is merged and nothing counts twice; of a sale it says
 * what it is now, as that may end later or be put right. Lines are many: only what changed is looked at.
 */
export const sharedDebtKind = 'debt'

const keySchema = z.string().regex(/^(sale|debt) .{1,300}$/)
const lineSchema = z.object({
  debtorId: z.string().min(1).max(200),
  at: z.int().min(0).max(8e15),
  what: z.enum([...debtKindSchema.options, 'owed', 'open']),
  /** The scope of the account that it is of; '': none that others could know. */
  account: z.string().max(400),
  amount: z.int().min(-1e12).max(1e12),
  cashier: z.string().max(200).nullable(),
})
const bodySchema = z.object({
  /** The register in whose journal it is, as the hub numbers it. */
  by: z.string().min(1).max(40),
  /** Of a sale: how often it changed. */
  revision: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  text: z.string().max(200),
  how: payoutHowSchema.nullable(),
  lines: z.array(lineSchema).max(100),
})
type Body = z.output<typeof bodySchema>

const toldRow = z.object({ key: z.string(), version: z.int(), body: jsonOf(z.unknown()) })
type Told = z.output<typeof toldRow>
const keyRow = z.object({ key: z.string() })
const codeRow = z.object({ code: z.string() })
const idRow = z.object({ id: z.string() })
const revisionRow = z.object({ revision: z.int() })
const ownRow = rowOf({
  debtorId: z.string(),
  profileId: z.string(),
  at: z.int(),
  kind: lineSchema.shape.what,
  currency: z.string(),
  amount: z.int(),
  how: payoutHowSchema.nullable(),
  text: z.string(),
  cashier: z.string().nullable(),
})

/** By the scope of each account the connection that is it here. */
interface Places {
  accounts: Readonly<Record<string, string>>
}

/** So many are said at once: whoever joins with years of them says them in some rounds, and nobody waits. */
const saidAtOnce = 200
/** So many are written down in one turn. */
const takenAtOnce = 100

/** Lines of the book of credit are written down by themselves. */
export const isDebt = ({ kind, scope }: Pick<SharedDoc, 'kind' | 'scope'>) =>
  kind === sharedDebtKind && scope === 'branch'

const entries = `select debtor_id, profile_id, at, iif(before_book, 'paid-before', kind) as kind, currency, amount, how,
    '' as text, cashier
  from debt_entry where (id = :ref or part_of = :ref) and not ${isTest} order by part_of is not null, id`
const thisSale = `sale.id = :ref and not ${isTest}`
/** Asked of one sale: not of all that they ever owed. */
const ofThis = 'exists (select 1 from tender where sale_id = sale.id and debtor_id = :id)'
const ofSale = (lines: string) =>
  `select lines.*, (select profile_id from sale where id = :ref) as profile_id from (${lines}) as lines`
const debtorsOfSale =
  'select distinct debtor_id as id from tender where sale_id = ? and debtor_id is not null order by 1'

/** What this journal has of it; null: nothing that others would be told. */
function ownBody(db: Database, key: string, places: Places): Body | null {
  const by = db.get(codeRow, 'select code from hub_stream')?.code
  const ref = key.slice(5)
  const rows = key.startsWith('debt ') ? db.all(ownRow, entries, { ref }) : saleRows(db, ref)
  const [first] = rows
  if (by === undefined || !first) return null
  const scopes = new Map(Object.entries(places.accounts).map(([scope, id]) => [id, scope]))
  return {
    ...{ by, revision: revisionOf(db, key) ?? 0, currency: first.currency, how: first.how },
    // As the hub gives it back: else it is never as it was said.
    text: storableText((rows.find(({ text }) => text !== '')?.text ?? '').slice(0, 200)),
    lines: rows.map(({ debtorId, at, kind, profileId, amount, cashier }) => ({
      ...{ debtorId, at, what: kind, account: scopes.get(profileId) ?? '', amount },
      cashier: cashier && storableText(cashier),
    })),
  }
}

/** How often a sale of this journal changed, or how it was paid, which is a row more; null: it is none. */
const revisionOf = (db: Database, key: string): number | null =>
  key.startsWith('sale ')
    ? (db.get(
        revisionRow,
        `select ${saleRevision} as revision from sale where id = ?`,
        key.slice(5),
      )?.revision ?? null)
    : null

/**
 * What there is to say of it: what this journal has, or what was told, where that is another register's. Of a sale in two
 * journals, as a copy that went on as another register has it, that of the one in which more happened. null: nothing.
 */
function sayable(db: Database, key: string, told: Told | undefined, places: Places): unknown {
  const own = ownBody(db, key, places)
  if (!told) return own
  const there = bodySchema.safeParse(told.body).data
  const by = db.get(codeRow, 'select code from hub_stream')?.code
  const revision = revisionOf(db, key)
  if (!there || by === undefined || (!own && revision === null)) return told.body
  const more = (revision ?? 0) - there.revision
  if (there.by === by ? more < 0 : more <= 0) return told.body
  // Where nobody owes it any more nothing is left of it.
  return own ?? { ...there, by, revision: revision ?? 0, lines: [] }
}

function saleRows(db: Database, ref: string) {
  const standing = db.all(ownRow, ofSale(saleStanding(thisSale)), { ref })
  const whose = db.all(idRow, debtorsOfSale, ref)
  const lines = whose.flatMap(({ id }) =>
    db.all(
      ownRow,
      ofSale(`select :id as debtor_id, lines.* from (${saleLinesIn(thisSale, ofThis)}) as lines`),
      { ref, id },
    ),
  )
  return [...standing, ...lines]
}

const tolds = (db: Database, keys: readonly string[]) =>
  new Map(
    db
      .all(
        toldRow,
        'select * from debt_told where key in (select value from json_each(?))',
        JSON.stringify(keys),
      )
      .map((told) => [told.key, told]),
  )

/** Of a line what was told of it names another register. */
const ofAnother = `exists (select 1 from debt_told where debt_told.key = debt_due.key
    and body ->> 'by' is not (select code from hub_stream))`

/**
 * What was lent before what was paid of it, so that nobody reads of a payment of what they do not know yet; another one's lines
 * after all of its own: a hub that went back may wait for that register to tell them itself.
 */
const dueKeys = (db: Database) =>
  db.all(
    keyRow,
    `select key from debt_due order by ${ofAnother}, ifnull(
       iif(key < 'sale ', (select at from debt_entry where id = substr(key, 6)),
         (select created_at from sale where id = substr(key, 6))),
       (select min(at) from debt_heard where debt_heard.key = debt_due.key)), key desc limit ? + 0`,
    saidAtOnce,
  )

/** Each with what is told of it, and what there is to say. */
function sayables(db: Database, keys: readonly string[], places: Places) {
  const told = tolds(db, keys)
  return keys.map((key) => {
    const before = told.get(key)
    return { key, told: before, body: sayable(db, key, before, places) }
  })
}

/** What of it is to be said: what changed here, and what a hub lost that went back to an older copy. */
export function debtChanges(db: Database, places: Places): SharedChange[] {
  const due = dueKeys(db).map(({ key }) => key)
  return sayables(db, due, places)
    .filter(({ body }) => body !== null)
    .map(({ key, told, body }) => ({
      ...{ kind: sharedDebtKind, scope: 'branch', key, version: told?.version ?? 0, body },
    }))
}

/** `isMore`: something of this register's is left to be said, and what was said went well. */
export type DebtsTaken = Record<'isNew' | 'isMore', boolean>

/**
 * Writes an answer down step by step, so that nobody waits where it is years of lines. One that is cut off between comes to the
 * same when it is heard again: a line is one by its id, and how far the hub was heard is written down after the last.
 */
export function debtSteps({ anew, after, docs, sent }: SharedAnswer) {
  const heard = docs.filter(isDebt)
  const keys = sent.filter(isDebt).map(({ key }) => key)
  // All that the hub has: what is not there it lost.
  const isAnew = anew || after.seq === 0
  let [written, settled, hasBegun] = [0, 0, false]
  let [isNew, isFewer] = [false, anew]
  const take = (db: Database, some: readonly SharedDoc[], places: Places) => {
    if (takeSome(db, some, places)) isNew = true
    const named = some.map(({ key }) => key)
    if (settle(db, named, places)) isFewer = true
  }
  return {
    /** What was kept by a version that did not know them comes before. */
    take,
    /** Answers whether something is left to be done. */
    next(db: Database, places: Places): boolean {
      if (!hasBegun && isAnew) {
        db.run('update debt_told set version = 0')
        db.run('insert into debt_due select key from debt_told where true on conflict do nothing')
      }
      hasBegun = true
      if (written < heard.length) {
        take(db, heard.slice(written, (written += takenAtOnce)), places)
      } else if (settled < keys.length) {
        if (settle(db, keys.slice(settled, (settled += takenAtOnce)), places)) isFewer = true
      }
      if (written < heard.length || settled < keys.length) return true
      if (settle(db, silent(db, keys), places)) isFewer = true
      return false
    },
    came: (db: Database): DebtsTaken => {
      const isLeft = db.get(keyRow, 'select key from debt_due limit 1') !== null
      return { isNew, isMore: isFewer && isLeft }
    },
  }
}

/** Answers whether anything of it is new. */
function takeSome(db: Database, docs: readonly SharedDoc[], places: Places): boolean {
  const known = tolds(
    db,
    docs.map(({ key }) => key),
  )
  let isNew = false
  for (const { key, version, body } of docs) {
    const before = known.get(key)
    if (!keySchema.safeParse(key).success || (before && before.version >= version)) continue
    const row = { key, version, body: JSON.stringify(body) }
    const again = 'on conflict do update set version = excluded.version, body = excluded.body'
    insertRow(db, 'debt_told', row, again)
    if (before && isSame(before.body, body)) continue
    isNew = true
    if (before) db.run('delete from debt_heard where key = ?', key)
    hear(db, key, bodySchema.safeParse(body).data ?? null, places)
  }
  return isNew
}

/** What the hub has by now as it is here is due no more; what changed since it was said still is. Answers whether any was. */
function settle(db: Database, keys: readonly string[], places: Places): boolean {
  const named = 'select key from debt_due where key in (select value from json_each(?))'
  const due = db.all(keyRow, named, JSON.stringify(keys)).map(({ key }) => key)
  const settled = sayables(db, due, places).filter(({ told, body }) =>
    told ? told.version > 0 && isSame(told.body, body) : body === null,
  )
  for (const { key } of settled) db.run('delete from debt_due where key = ?', key)
  return settled.length > 0
}

/** The first of those that are due and were neither said nor heard: of some there is nothing to say. */
const silent = (db: Database, sent: readonly string[]) => {
  const due = dueKeys(db).map(({ key }) => key)
  const [told, said] = [tolds(db, due), new Set(sent)]
  return due.filter((key) => !told.has(key) && !said.has(key))
}

/** What a newer version says, and this one cannot read, is kept and counts for nothing. */
function hear(db: Database, key: string, body: Body | null, places: Places): void {
  noteNewer(db, key, body)
  if (!body) return
  const { by, currency, text, how, lines } = body
  for (const { debtorId, at, what, account, amount, cashier } of lines) {
    const here = Object.hasOwn(places.accounts, account) ? places.accounts[account] : undefined
    const row = {
      key,
      debtorId,
      profileId: here ?? '',
      at,
      what,
      currency,
      amount,
      how,
      text,
      cashier,
    }
    insertRow(db, 'debt_heard', { ...row, register: by })
  }
}

/** Of a sale in two journals the one stands in which more happened; here it may still go on. */
function noteNewer(db: Database, key: string, body: Body | null): void {
  const own = revisionOf(db, key)
  if (own === null) return
  const [saleId, revision] = [key.slice(5), body?.revision ?? own]
  db.run('delete from debt_newer where sale_id = ?', saleId)
  if (revision > own) insertRow(db, 'debt_newer', { saleId, revision })
  // What was told of it before this was heard may be otherwise here.
  db.run('insert into debt_due values (?) on conflict do nothing', key)
}

/** What others said is known no more; what was written here stays. */
export function forgetDebts(db: Database): void {
  db.run('delete from debt_told')
  db.run('delete from debt_heard')
  db.run('delete from debt_newer')
}
