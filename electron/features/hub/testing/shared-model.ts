import { z } from 'zod'
import {
  sharedChangeSchema,
  type SharedDoc,
} from '../../../../shared/contract/upkeep/shared-docs.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { mayBeSaid, type Names } from './shared-names.ts'

const askedSchema = z.tuple([
  ...[z.string(), z.int(), z.string(), z.int(), z.string()],
  z.string(),
] as const)
const atOnce = 200

interface Kept extends Omit<SharedDoc, 'own'> {
  seq: number
  stream: string
}
/** What a hub holds of what registers share: documents by their name, and what each change drew. */
export interface SharedHeld {
  docs: ReadonlyMap<string, Kept>
  /** By the number of the change: of one that changed nothing there is none. */
  tips: ReadonlyMap<number, string>
}

const newest = (tips: SharedHeld['tips']) => [...tips.keys()].at(-1) ?? 0

/**
 * What a hub does with what registers share, in memory: as hub.share_v1, with which tests/real compares it. `names`: where it knows
 * registers by their names.
 */
export function createSharedModel(names?: Names) {
  let held: SharedHeld = { docs: new Map(), tips: new Map() }
  let drawn = 0

  function say(
    { code, home, stream }: Record<'code' | 'home' | 'stream', string>,
    changes: string,
  ) {
    const docs = new Map(held.docs)
    const tips = new Map(held.tips)
    const last = newest(held.tips)
    const said = z.array(sharedChangeSchema).parse(JSON.parse(changes))
    for (const [index, { kind, scope, key, version, body }] of said.entries()) {
      const at = scope === 'branch' ? home : scope
      const name = JSON.stringify([kind, at, key])
      const known = docs.get(name)
      const isMade = version === 0 && known === undefined && body !== null
      const isChanged =
        version > 0 &&
        known?.version === version &&
        JSON.stringify(known.body) !== JSON.stringify(body)
      if (!isMade && !isChanged) continue
      // Nobody takes an order of erasure away.
      if (known?.kind === 'erasure' && known.body !== null) continue
      if (names && !mayBeSaid(names, code, { kind, key, body }, known)) continue
      const seq = last + index + 1
      tips.set(seq, `${(drawn += 1)}`)
      docs.set(name, { kind, scope: at, key, body, by: code, stream, version: version + 1, seq })
    }
    held = { docs, tips }
  }

  const registerOf = (code: string, branch: string | null = null): HubConnection => ({
    async rows(row, _sql, values = []) {
      const [stream, , , after, tip, changes] = askedSchema.parse(values)
      const home = `branch ${branch ?? ''}`
      const anew = after > 0 && held.tips.get(after) !== tip
      if (!anew) say({ code, home, stream }, changes)
      const begins = anew ? 0 : after
      const docs = [...held.docs.values()]
        .filter(
          ({ seq, scope }) => seq > begins && (!scope.startsWith('branch ') || scope === home),
        )
        .toSorted((one, other) => one.seq - other.seq)
        .slice(0, atOnce)
      const seq = docs.at(-1)?.seq ?? begins
      const told = docs.map(({ seq: _seq, stream: said, ...doc }) => ({
        ...doc,
        own: said === stream,
        scope: doc.scope === home ? 'branch' : doc.scope,
      }))
      const more = docs.length === atOnce
      return [z.parse(row, { anew, seq, tip: held.tips.get(seq) ?? '', docs: told, more })]
    },
    run: () => Promise.reject(new Failure('HUB_FAILED', { reason: 'not of this model' })),
    transaction: (work) => work(),
    close: () => Promise.resolve(),
  })
  return {
    registerOf,
    held: () => held,
    /** An older copy of the hub takes its place. */
    goBackTo: (before: SharedHeld) => void (held = before),
  }
}
