import { z } from 'zod'
import type { HubConnection } from '../../../electron/hub/connect.ts'
import type { OutboxReader } from '../../../electron/store/hub/outbox.ts'
import { rightRules } from './hub-state.ts'
import { future } from './till.ts'
import type { ShopBug } from './world.ts'

/** Hubs and registers that are wrong in one way each; each has to be found. */
export const shopBugs: Record<string, ShopBug & { seen: number; trouble?: number }> = {
  'compares no number': {
    seen: 12,
    rules: { isElsewhere: (stream) => !(stream?.isOpen ?? false) },
  },
  'compares no tip': {
    seen: 12,
    rules: {
      isElsewhere: (stream, { seq }) =>
        rightRules.isElsewhere(stream && { ...stream, tip: '' }, { seq, tip: '' }),
    },
  },
  'goes on in a stream that ended': {
    seen: 6,
    rules: {
      isElsewhere: (stream, after) =>
        rightRules.isElsewhere(stream && { ...stream, isOpen: true }, after),
    },
  },
  'moves on without what came': {
    seen: 1,
    rules: (random) => ({ keeps: () => random() > 0.2 }),
  },
  'keeps no name of what it lacks': {
    seen: 39,
    rules: { keepsNames: false },
  },
  'keeps the name of what came': {
    seen: 7,
    rules: { forgetsNames: false },
  },
  'takes the part that it can store': {
    seen: 39,
    takesPart: true,
  },
  'counts what changed twice': {
    seen: 1,
    rules: { takesOut: false },
  },
  'takes back what was erased': {
    seen: 905,
    rules: { bringsBack: () => false },
  },
  'lets a copy take rows away': {
    seen: 1,
    rules: { withRows: (image) => image },
  },
  "lets anybody change another one's sale": {
    seen: 2,
    rules: { continues: () => true },
  },
  'believes a clock that is ahead': {
    seen: 1,
    rules: { believed: (until) => until },
    hub: (real) =>
      told(real, 5, (until) => (typeof until === 'number' ? until + 7_200_000 : until)),
  },
  'believes a copy that had nothing to send': {
    seen: 4088804,
    trouble: 1,
    rules: { forgetsIdle: false },
  },
  'calls complete what is missing': {
    seen: 7,
    rules: { minds: false },
  },
  'tells no copy what was erased': {
    seen: 97,
    rules: { tellsErased: false },
  },
  "lets anybody say another one's names": {
    seen: 1,
    rules: { mindsNames: false },
  },
  'knows of no other sale': {
    seen: 20,
    hub: (real) => ({
      ...real,
      rows: (row, sql, values) =>
        sql.includes('hub.claim_v1') ? Promise.resolve([]) : real.rows(row, sql, values),
    }),
  },
  'throws away what it does not know': {
    seen: 1,
    hub: (real) => ({
      ...real,
      rows: async (row, sql, values) => {
        const found = await real.rows(row, sql, values)
        if (!sql.includes('share_v1')) return found
        const without = (docs: unknown) =>
          Array.isArray(docs) ? docs.filter((doc) => !JSON.stringify(doc).includes(future)) : docs
        return z
          .array(z.looseObject({ docs: z.unknown() }))
          .parse(found)
          .map((one) => z.parse(row, { ...one, docs: without(one.docs) }))
      },
    }),
  },
  'sends what it read once': {
    seen: 2,
    reader: (real) => {
      const once = new Map<string, ReturnType<OutboxReader['image']>>()
      return {
        ...real,
        image(kind, ref) {
          const name = `${kind} ${ref}`
          const known = once.get(name) ?? real.image(kind, ref)
          once.set(name, known)
          return known
        },
      }
    },
  },
  'passes a change over': {
    seen: 1,
    reader: (real) => ({
      ...real,
      after(seq, most) {
        const changes = real.after(seq, most)
        return changes.length > 2 ? changes.filter((_, at) => at !== changes.length - 2) : changes
      },
    }),
  },
  'reads out of order': {
    seen: 2,
    reader: (real) => ({ ...real, after: (seq, most) => real.after(seq, most).toReversed() }),
  },
  'knows every position': {
    seen: 1,
    reader: (real) => ({ ...real, knows: () => true }),
  },
  'sends before it erases': {
    seen: 49,
    reader: (real) => ({
      ...real,
      orders: { ...real.orders, toDo: () => [], isNew: () => false },
    }),
  },
  'waits for the hub as long as it takes': {
    seen: 148,
    patient: true,
  },
}

/** A connection on which something of each push is said otherwise. */
const told = (
  real: HubConnection,
  at: number,
  otherwise: (value: unknown) => unknown,
): HubConnection => ({
  ...real,
  run: (sql, values = []) =>
    real.run(sql, sql.includes('push_v1') ? values.with(at, otherwise(values[at])) : values),
})
