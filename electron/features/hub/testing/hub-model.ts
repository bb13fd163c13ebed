import { z } from 'zod'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'
import { beginning, type Position } from '../../../store/hub/outbox.ts'

const itemsSchema = z.array(z.object({ kind: z.string(), ref: z.string(), image: z.unknown() }))
const pushSchema = z.tuple([
  ...[z.string(), z.int(), z.string(), z.int(), z.string(), z.int().nullable(), z.string()],
  z.string(),
] as const)
const whySchema = z.object({ refused: z.string().nullable().default(null) })
const nameAlone = 'unreadable '

/** What the hub holds: one row a thing by `kind ref`, and the position. */
export interface Held {
  position: Position
  rows: Map<string, unknown>
}

/** Numbers between 0 and 1 that follow from a seed alone. */
export function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * What one register meets at its hub, in memory, of what is sent alone; it refuses what it cannot store. One of several registers,
 * whatever befalls them and what lies between, is in tests/simulation/registers.
 */
export function createHubModel(now = 1) {
  let held: Held = { position: beginning, rows: new Map() }
  let joined = ''
  /** What it cannot store as it is. */
  let refuses = (_ref: string): boolean => false

  async function pushed(values: readonly unknown[]): Promise<void> {
    const [stream, seq, tip, toSeq, toTip, , , items] = pushSchema.parse(values)
    const { position } = held
    if (stream !== joined || position.seq !== seq || position.tip !== tip)
      throw new Failure('HUB_FORKED')
    const rows = new Map(held.rows)
    for (const { kind, ref, image } of itemsSchema.parse(JSON.parse(items))) {
      const isName = `${kind} ` === nameAlone
      if (!isName && refuses(ref)) throw new Failure('HUB_REFUSED', { reason: '22003' })
      rows.set(`${kind} ${ref}`, image)
      rows.delete(`${nameAlone}${kind} ${ref}`)
    }
    held = { position: { seq: toSeq, tip: toTip }, rows }
  }

  function position([stream]: readonly unknown[]): Position & { now: number } {
    if (stream !== joined) throw new Failure('HUB_FORKED')
    return { ...held.position, now }
  }

  const missing = () =>
    [...held.rows]
      .filter(([name]) => name.startsWith(nameAlone))
      .map(([name, image]) => ({
        thing: name.slice(nameAlone.length),
        refused: whySchema.parse(image).refused,
      }))

  const hub: HubConnection = {
    rows: async (row, sql, values = []) =>
      (sql.includes('missing_v1') ? missing() : [position(values)]).map((one) => z.parse(row, one)),
    run: (_sql, values = []) => pushed(values),
    transaction: (work) => work(),
    close: () => Promise.resolve(),
  }
  return {
    hub,
    held: () => held,
    goBackTo: (before: Held) => void (held = before),
    /** A new stream begins, over what is there. */
    join(stream: string): void {
      joined = stream
      held = { ...held, position: beginning }
    },
    refuse: (which: (ref: string) => boolean) => void (refuses = which),
  }
}
