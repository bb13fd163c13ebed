import { z } from 'zod'
import { missingThingSchema, type MissingThing } from '../../shared/contract/upkeep/hub.ts'
import {
  sharedDocSchema,
  type SharedAnswer,
  type SharedChange,
} from '../../shared/contract/upkeep/shared-docs.ts'
import { storableJson } from '../../shared/domain/text/json.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'
import { scramVerifier } from './scram.ts'

/** What a register's login may ask of its hub: these functions, and nothing else. */

const positionRow = z.object({ seq: z.coerce.number().pipe(z.int()), tip: z.string() })
/** With the hub's own clock (epoch ms). */
const positionNowRow = positionRow.extend({ now: z.coerce.number().pipe(z.int()) })
const joinedRow = z.object({ code: z.string(), name: z.string() })
const monthRow = z.object({
  month: z.string(),
  sales: z.coerce.number().pipe(z.int()),
  print: z.coerce.number().pipe(z.int()),
})

const erasedRow = z.object({
  kind: z.enum(['sale', 'movement', 'shift', 'debtor']),
  id: z.string(),
})

/** A sale, a movement of the drawer, a shift or who owed, of which somebody's name was taken out. */
export type ErasedThing = z.output<typeof erasedRow>
/** How far a stream came: the number of its last change and what that one drew. */
export type HubPosition = z.output<typeof positionRow>
/** What the hub holds of a register, a month: how many sales, and what their states add up to. */
export type HubMonth = z.output<typeof monthRow>

/** A thing that changed, as it stands in the journal. */
export interface HubItem {
  seq: number
  kind: string
  ref: string
  image: object
}

/** From one position to the next, with all that changed between them. */
export interface Push {
  stream: string
  after: HubPosition
  upto: HubPosition
  /** All that happened before this moment (epoch ms) is sent with it; null: more is left. */
  knownUntil: number | null
  version: string
  items: readonly HubItem[]
}

/**
 * Joins with a code, once: a new stream begins, and the one before ends. Within a transaction: it is done once that ends.
 * @throws Failure HUB_CODE_USED, HUB_RETIRED …
 */
export async function join(
  hub: HubConnection,
  of: { stream: string; journal: string; version: string },
): Promise<z.output<typeof joinedRow>> {
  const [joined] = await hub.rows(joinedRow, 'select * from hub.join_v1($1, $2, $3)', [
    ...[of.stream, of.journal, of.version],
  ])
  if (!joined) throw new Failure('HUB_FAILED', { reason: 'join' })
  return joined
}

/** Replaces the password of whoever is signed in, as a login of the hub's. */
export const setPassword = (hub: HubConnection, login: string, password: string): Promise<void> =>
  // Names and verifiers are of few signs each; a statement of this kind takes no parameters.
  hub.run(`alter role "${login}" password '${scramVerifier(password)}'`)

/** More than any shop ever erased: a hub that answers without end does not fill the memory. */
const erasedAtMost = 500_000

/** What was erased in any copy of the journal of the register that asks. @throws Failure HUB_FAILED it is more than can be */
export async function erasedThings(hub: HubConnection): Promise<ErasedThing[]> {
  const found = await hub.rows(erasedRow, 'select * from hub.erased_v2() limit $1', [
    erasedAtMost + 1,
  ])
  if (found.length > erasedAtMost) throw new Failure('HUB_FAILED', { reason: 'erased' })
  return found
}

/** Where a stream stands, and what time it is there. @throws Failure HUB_FORKED another one took its place; HUB_RETIRED … */
export async function positionOf(
  hub: HubConnection,
  stream: string,
): Promise<z.output<typeof positionNowRow>> {
  const sql = `select seq, tip, floor(extract(epoch from now()) * 1000)::bigint as now from hub.position_v1($1)`
  const [position] = await hub.rows(positionNowRow, sql, [stream])
  if (!position) throw new Failure('HUB_FAILED', { reason: 'position' })
  return position
}

/**
 * Sends, if the stream stands where it is thought to: all of it or nothing.
 * @throws Failure HUB_FORKED it does not; HUB_REFUSED something of it cannot be stored as it is
 */
export async function push(
  hub: HubConnection,
  { stream, after, upto, knownUntil, version, items }: Push,
): Promise<void> {
  await hub.run('select hub.push_v1($1, $2, $3, $4, $5, $6, $7, $8)', [
    ...[stream, after.seq, after.tip, upto.seq, upto.tip, knownUntil, version],
    storableJson(items),
  ])
}

/** What of the register that asks is not there although its stream went past it. */
export const missingThings = (hub: HubConnection): Promise<MissingThing[]> =>
  hub.rows(missingThingSchema, 'select * from hub.missing_v1()')

/**
 * Says how the register is: its clock (epoch ms), how much is left to send (null: not known), and why it could not send (an
 * error's code). A hub that was not upgraded yet hears nothing of it.
 */
export async function tellHub(
  hub: HubConnection,
  of: { stream: string; clock: number; left: number | null; trouble: string | null },
): Promise<void> {
  try {
    await hub.run('select hub.told_v1($1, $2, $3, $4)', [of.stream, of.clock, of.left, of.trouble])
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'HUB_NOT_PREPARED') throw caught
  }
}

/** Says which connection here is which account, by its name there. A hub that was not upgraded yet hears nothing of it. */
export async function tellAccounts(
  hub: HubConnection,
  { stream, accounts }: { stream: string; accounts: Readonly<Record<string, string>> },
): Promise<void> {
  try {
    await hub.run('select hub.accounts_v1($1, $2)', [stream, storableJson(accounts)])
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'HUB_NOT_PREPARED') throw caught
  }
}

const otherRow = z.object({
  code: z.string(),
  name: z.string(),
  joined: z.coerce.number().pipe(z.int()),
  retired: z.coerce.number().pipe(z.int()).nullable(),
  complete: z.coerce.number().pipe(z.int()).nullable(),
})

/** The other registers, and until when all that happened at each is there (epoch ms; null: something is missing). */
export const otherRegisters = (hub: HubConnection): Promise<z.output<typeof otherRow>[]> =>
  hub.rows(otherRow, 'select * from hub.others_v1()')

const nameRow = z.object({ name: z.string() })

/**
 * The registers that have not said yet that they carried out all that others ordered to be erased; undefined: the hub was not
 * upgraded yet, and does not know.
 */
export async function ordersUnheard(hub: HubConnection): Promise<string[] | undefined> {
  try {
    return (await hub.rows(nameRow, 'select * from hub.orders_v1()')).map(({ name }) => name)
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'HUB_NOT_PREPARED') throw caught
    return undefined
  }
}

export const months = (hub: HubConnection): Promise<HubMonth[]> =>
  hub.rows(monthRow, 'select * from hub.months_v1()')

const sharedRow = z.object({
  anew: z.boolean(),
  seq: z.coerce.number().pipe(z.int()),
  tip: z.string(),
  docs: z.array(sharedDocSchema),
  more: z.boolean(),
})
/** So much is said at once, and so much is heard at most: a hub that answers without end does not fill the memory. */
const saidAtOnce = 200
const heardAtMost = 150_000

/** No register says what is nested deeper; one document that nothing here could write down keeps nobody from the others. */
const isShallow = (value: unknown, left = 20): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (left > 0 && Object.values(value).every((part: unknown) => isShallow(part, left - 1)))

/**
 * Says what changed here of what registers share, where the hub still has the version that it names, and hears what changed
 * there. Only from where the stream stands. null: the hub was not upgraded yet.
 * @throws Failure HUB_FORKED the stream stands elsewhere; HUB_FAILED it is more than can be …
 */
export async function share(
  hub: HubConnection,
  of: { stream: string; at: HubPosition; heard: HubPosition; changes: readonly SharedChange[] },
): Promise<SharedAnswer | null> {
  let heard = of.heard
  let anew = false
  let told = 0
  const docs = new Map<string, SharedAnswer['docs'][number]>()
  for (let from = 0, isMore = true; isMore; from += saidAtOnce) {
    // What was said of the versions of another hub is none of this one's: it is said once all was heard anew.
    const part: readonly SharedChange[] = anew ? [] : of.changes.slice(from, from + saidAtOnce)
    const sql = 'select * from hub.share_v1($1, $2, $3, $4, $5, $6)'
    const said = storableJson(part)
    const values = [of.stream, of.at.seq, of.at.tip, heard.seq, heard.tip, said]
    const [row] = await hub.rows(sharedRow, sql, values).catch((caught: unknown) => {
      if (caught instanceof Failure && caught.error.code === 'HUB_NOT_PREPARED') return []
      throw caught
    })
    if (!row) return null
    if (row.anew) docs.clear()
    anew ||= row.anew
    heard = { seq: row.seq, tip: row.tip }
    for (const doc of row.docs.filter(({ body }) => isShallow(body)))
      docs.set(JSON.stringify([doc.kind, doc.scope, doc.key]), doc)
    told += row.docs.length
    const isEndless = told > heardAtMost || (row.more && row.docs.length === 0)
    if (isEndless) throw new Failure('HUB_FAILED', { reason: 'shared' })
    isMore = row.more || (!anew && from + saidAtOnce < of.changes.length)
  }
  return { ...heard, after: of.heard, anew, docs: [...docs.values()], sent: [...of.changes] }
}
