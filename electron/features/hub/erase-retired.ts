import { join } from 'node:path'
import type { HubConnection } from '../../hub/connect.ts'
import {
  orderDone,
  ordersOf,
  putErased,
  retiredToErase,
  sentBy,
  sentImage,
  serverNow,
  type ErasedKind,
  type RetiredRegister,
} from '../../hub/retired.ts'
import { keptSince } from '../../store/erasure/erasures-due.ts'
import { eraseMirrored, erasedDoc, type ErasedMirror } from '../../store/hub/erase-mirrored.ts'
import { beginMirror } from '../../store/hub/mirror.ts'
import { openDatabase } from '../../store/sqlite/db.ts'

/** What came of the orders in what one retired register sent. */
export interface ErasedRegister {
  code: string
  name: string
  /** How many sales and shifts were erased. */
  erased: number
  /** Sales that have no end there, or of which money is to be given back: they stay, and are tried again. */
  waiting: string[]
  /** What cannot be read, and was not looked at. */
  unreadable: string[]
  /** Orders of a later version, which this one cannot carry out. */
  newer: string[]
}

interface Deps {
  /** Where the mirror stands meanwhile. */
  dataDir: string
  /** Epoch milliseconds. */
  now: number
  /** For how long customers are kept; null: for ever. */
  keepMonths: number | null
}

/**
 * Erases whom registers ordered to be erased, and whoever was kept for too long, in what retired ones sent, who do neither: their
 * rows are brought into a mirror, erased there as a journal does, and what that changed is written in their place. An order is
 * carried out once nothing of it is left.
 */
export async function eraseRetired(
  hub: HubConnection,
  { keepMonths, ...deps }: Deps,
): Promise<ErasedRegister[]> {
  const all: ErasedRegister[] = []
  // What is erased never comes back: of two clocks the one that is behind says what is old.
  const at = Math.min(deps.now, await serverNow(hub))
  const since = keepMonths === null ? null : keptSince(at, keepMonths)
  for (const register of await retiredToErase(hub, since))
    all.push(await eraseOne(hub, register, { ...deps, keptSince: since }))
  return all
}

type Times = Parameters<typeof eraseMirrored>[2]
const kinds: readonly ErasedKind[] = ['sale', 'shift']

async function eraseOne(
  hub: HubConnection,
  { id: register, code, name }: RetiredRegister,
  { dataDir, ...times }: Pick<Deps, 'dataDir'> & Times,
): Promise<ErasedRegister> {
  const orders = new Map((await ordersOf(hub, register)).map(({ key, body }) => [key, body]))
  const mirror = beginMirror(dataDir, code)
  try {
    for (const kind of kinds) {
      for await (const images of sentBy(hub, register, kind))
        mirror.take(
          kind,
          images.map((image) => ({ ...image, code })),
        )
    }
    const { unreadable } = mirror.taken(code)
    mirror.finish({ at: times.now, only: code, account: '', registers: [] })
    const found = erasedIn(mirror.folder, orders, times)
    const erased = await write(hub, register, found)
    // What nobody could look at may name them, too.
    const isWhole = unreadable.length === 0 && erased === found.changed.length
    for (const key of isWhole ? found.done : []) await orderDone(hub, register, key, times.now)
    return { code, name, erased, waiting: found.waiting, unreadable, newer: found.newer }
  } finally {
    mirror.drop()
  }
}

function erasedIn(folder: string, orders: ReadonlyMap<string, unknown>, times: Times) {
  const db = openDatabase(join(folder, 'journal.db'), { synchronous: 'NORMAL' })
  try {
    return eraseMirrored(db, orders, times)
  } finally {
    db.close()
  }
}

/** Answers how many were written: not what somebody sent anew meanwhile. */
function write(
  hub: HubConnection,
  register: number,
  { changed }: Pick<ErasedMirror, 'changed'>,
): Promise<number> {
  return hub.transaction(async () => {
    let written = 0
    for (const one of changed) {
      const of = { register, kind: one.kind, id: one.id }
      const doc = erasedDoc(await sentImage(hub, of), one)
      if (!doc) continue
      await putErased(hub, { ...of, doc })
      written += 1
    }
    return written
  })
}
