import { z } from 'zod'
import {
  sharedChangeSchema,
  type SharedDoc,
} from '../../../../shared/contract/upkeep/shared-docs.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'

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
  tips: readonly string[]
}

/** What a hub does with what registers share, in memory: as hub.share_v1, with which tests/real compares it. */
export function createSharedModel() {
  let held: SharedHeld = { docs: new Map(), tips: [] }
  let drawn = 0

  function say(
    { code, home, stream }: Record<'code' | 'home' | 'stream', string>,
    changes: string,
  ) {
    const docs = new Map(held.docs)
    const tips = [...held.tips]
    for (const { kind, scope, key, version, body } of z
      .array(sharedChangeSchema)
      .parse(JSON.parse(changes))) {
      const at = scope === 'branch' ? home : scope
      const name = JSON.stringify([kind, at, key])
      const known = docs.get(name)
      const isMade = version === 0 && known === undefined && body !== null
      const isChanged =
        version > 0 &&
        known?.version === version &&
        JSON.stringify(known.body) !== JSON.stringify(body)
      if (!isMade && !isChanged) continue
      tips.push(`${(drawn += 1)}`)
      const next = { kind, scope: at, key, body, by: code, stream }
      docs.set(name, { ...next, version: version + 1, seq: tips.length })
    }
    held = { docs, tips }
  }

  const registerOf = (code: string, branch: string | null = null): HubConnection => ({
    async rows(row, _sql, values = []) {
      const [stream, , , after, tip, changes] = askedSchema.parse(values)
      const home = `branch ${branch ?? ''}`
      const anew = after > 0 && held.tips[after - 1] !== tip
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
      return [z.parse(row, { anew, seq, tip: held.tips[seq - 1] ?? '', docs: told, more })]
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
