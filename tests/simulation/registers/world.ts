import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { z } from 'zod'
import type { Journal } from '../../../electron/store/journal/journal.ts'
import { inMemory, makeFolder } from '../../folders.ts'
import { createWorldClock } from '../clock.ts'
import { createRandom } from '../random.ts'
import type { HubRules } from './hub-state.ts'
import { createHubModel, type HubModel, type ShopHub } from './hub-model.ts'
import { docSchema, type Doc } from './images.ts'
import { copiedJournal, emptyJournal, markCopy, restoreCopy, type KeptJournal } from './journals.ts'
import { createLine } from './line.ts'
import { createTill, type Till, type TillBug } from './till.ts'

const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
/** A Saturday morning in Bogotá. */
const opening = Date.UTC(2026, 10, 21, 14)

/** A wrong program or a wrong hub. */
export interface ShopBug extends TillBug {
  rules?: Partial<HubRules> | ((random: () => number) => Partial<HubRules>)
  /** Takes of a push what the hub can store, and passes over the rest. */
  takesPart?: boolean
}

/** A register as the shop knows it: which computer it is, and who it is at the hub. */
export interface Standing {
  till: Till
  /** What it is called at the hub; null: nobody there. */
  register: string | null
  /** The copies that were made of its folder, by name, the oldest first. */
  copies: string[]
  isGone: boolean
  /** When each change happened by the world's time: up to which number, and when. */
  happened: { upTo: number; at: number }[]
}

export interface WorldOptions {
  seed: number
  bug?: ShopBug
  trace?: (line: string) => void
  /** A real hub, beside its model; left out: the model alone. */
  beside?: (model: HubModel) => ShopHub
  /** How often things go wrong with folders, copies and the hub, as a multiple. */
  trouble?: number
}

export type World = ReturnType<typeof createWorld>

let folders: string | null = null
const folderOf = (number: number): string => {
  folders ??= makeFolder('registers', inMemory)
  const folder = join(folders, String(number))
  mkdirSync(folder, { recursive: true })
  return folder
}

/** What every register's login has once it joined. */
export const ownPassword = 'a password of this simulation alone'

/** Several registers, their hub, what lies between them, and time. */
export function createWorld({ seed, bug = {}, trace, beside }: WorldOptions) {
  const random = createRandom(seed)
  const clock = createWorldClock(opening + random.int(0, day))
  const violations: string[] = []
  const note = (line: string) => trace?.(`${clock.real() - opening} ${line}`)
  const isOld = random.chance(0.15)
  const planted = typeof bug.rules === 'function' ? bug.rules(random.next) : bug.rules
  const hasOldHub = isOld && !beside
  const model = createHubModel({
    ...{ now: clock.real, ownPassword, isOld: hasOldHub },
    ...(planted && { rules: planted }),
  })
  // What registers are about to sell is held against PostgreSQL elsewhere (tests/real/hub-claims.test.ts).
  const hub = beside?.(model) ?? model
  const line = createLine(random, note, bug.takesPart ?? false)
  const standings: Standing[] = []
  /** Images of what no journal holds any more, by what they are of. */
  const ghosts = new Map<string, Doc[]>()
  let tills = 0
  const atOnce = random.pick([3, 6, 500])

  function open(kept: KeptJournal, register: string | null, skew: number): Standing {
    const number = (tills += 1)
    const till = createTill({
      ...{ name: `till ${number}`, kept, clock, line, hub, claimHub: model, password: ownPassword },
      ...{ dataDir: folderOf(number), profileId: 'p1', version: '1', skew, bug },
      ...{ atOnce, isNewer: random.chance(0.2), isOlder: random.chance(0.15) },
    })
    till.claims.start()
    const standing = { till, register, copies: [], isGone: false, happened: [] }
    standings.push(standing)
    return standing
  }

  return {
    ...{ seed, random, clock, model, hub, line, note, violations, standings, ghosts },
    counts: {
      ...{ sales: 0, sent: 0, forks: 0, restores: 0, backs: 0, joins: 0, retired: 0, erased: 0 },
      ...{ refused: 0, claims: 0, told: 0 },
    },
    /** Whom the shop sells to, and who of them was to be forgotten everywhere, and when. */
    customers: ['3005550001', '3005550002', '3005550003', '3005550004'],
    orders: [] as { id: string; phone: string; at: number; real: number }[],
    soldAt: new Map<string, number>(),
    /** What was claimed and heard of, by whom. */
    claimed: [] as { code: string; sale: string; of: string; at: number }[],
    undone: new Set<string>(),
    backups: [] as { back: () => Promise<void>; at: number }[],
    isReal: beside !== undefined,
    violate(what: string): void {
      if (violations.length < 20) violations.push(what)
      note(`VIOLATED ${what}`)
    },
    alive: () => standings.filter(({ isGone }) => !isGone),
    open: (register: string | null, skew: number) => open(emptyJournal(), register, skew),
    /** Somebody copies the folder to another computer. */
    copyFolder(of: Standing): Standing {
      const copy = open(copiedJournal(of.till.kept), of.register, of.till.state.skew)
      copy.happened.push(...of.happened)
      return copy
    },
    copyMade(of: Standing): string {
      const name = `copy${of.copies.length}`
      markCopy(of.till.kept, name)
      of.copies.push(name)
      return name
    },
    /** The folder is what it was when a copy of it was made; what came since is in no journal. */
    restore(of: Standing, name: string): void {
      bury(of, ghosts)
      restoreCopy(of.till.kept, name)
      of.copies.length = of.copies.indexOf(name) + 1
      const newest = of.till.journal.outbox.newest()
      of.register = of.till.stream()?.name ?? of.register
      of.happened = of.happened.filter(({ upTo }) => upTo <= newest)
      of.till.restart()
    },
    bury: (of: Standing) => bury(of, ghosts),
    /** What was written since this was last asked happened now. */
    noteChanges(): void {
      for (const { till, happened, isGone } of standings) {
        if (isGone) continue
        const { outbox } = till.journal
        const newest = outbox.newest()
        const known = happened.at(-1)?.upTo ?? 0
        if (newest <= known) continue
        happened.push({ upTo: newest, at: clock.real() })
        till.kept.db.run('update hub_out set at = ? where seq > ?', till.now(), known)
      }
    },
    async end(): Promise<void> {
      for (const { till } of standings) await till.end()
    },
  }
}

const nameRow = z.object({ kind: z.enum(['sale', 'shift']), ref: z.string() })
/** All that a journal sends as a whole, by name. */
export const thingsOf = (till: Till) =>
  till.kept.db
    .all(
      nameRow,
      `select 'sale' as kind, id as ref from sale union all select 'shift', id from shift`,
    )
    .map(({ kind, ref }) => ({ kind, ref, name: `${kind} ${ref}` }))

const dueRow = z.object({ id: z.string() })
/** It is to be erased, and something of it is still open, fresh, or to be given back: it follows once that is over. */
export const isDue = ({ kept }: Till, id: string): boolean =>
  kept.db.get(dueRow, 'select sale_id as id from erasure_due where sale_id = ?', id) !== null
const oneRow = z.object({ one: z.int() })
export const hasSale = ({ kept }: Till, id: string): boolean =>
  kept.db.get(oneRow, 'select 1 as one from sale where id = ?', id) !== null

/** A thing as it is sent, and as it is once it was. */
export function imageOf(journal: Journal, kind: 'sale' | 'shift', ref: string): Doc | null {
  const image = journal.outbox.image(kind, ref)
  return image && docSchema.parse(JSON.parse(JSON.stringify(image)))
}

function bury({ till }: Standing, ghosts: Map<string, Doc[]>): void {
  for (const { kind, ref, name } of thingsOf(till)) {
    const image = imageOf(till.journal, kind, ref)
    if (image) ghosts.set(name, [...(ghosts.get(name) ?? []), image])
  }
}
