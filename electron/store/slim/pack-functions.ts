import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { thinned, unpackSale, type SaleTexts } from './packed-sale.ts'

/**
 * What the triggers of the journal ask before a text of a sale is let go: they believe nobody that it is kept, they
 * read it back. A program that does not know these functions cannot change such a sale at all.
 *
 * - `packs(packed, key, body, found, events)`: 1 where the packed texts are these, letter by letter.
 * - `holds_event(packed, key, event)`: 1 where this line of history is one of them.
 * - `thins(thin, packed, key)`: 1 where `thin` is `packed` without what no claim needs any more.
 */
export function definePackFunctions(db: DatabaseSync): void {
  const options = { deterministic: true }
  const answer = createAnswer()
  db.function('packs', options, (packed, key, body, found, events) =>
    answer(packed, key, (texts) => {
      const { hash: _, ...kept } = texts
      return isDeepStrictEqual(kept, { body, found, events: jsonOf(events) })
    }),
  )
  db.function('holds_event', options, (packed, key, event) =>
    answer(packed, key, ({ events }) => {
      const sought = eventSchema.safeParse(jsonOf(event))
      if (!sought.success) return false
      // A sale that was looked up for days has hundreds: each is held against its own alone.
      const known = events.find(({ seq }) => seq === sought.data.seq)
      return isDeepStrictEqual(known, sought.data)
    }),
  )
  db.function('thins', options, (thin, packed, key) =>
    answer(packed, key, (texts) =>
      Boolean(answer(thin, key, (left) => isDeepStrictEqual(left, thinned(texts)))),
    ),
  )
}

const eventSchema = z.looseObject({ seq: z.int() })

/** Each line of a history asks about the same texts: those that were read last stay. */
function createAnswer() {
  let last: { packed: Uint8Array; key: string; texts: SaleTexts } | null = null

  function textsOf(packed: Uint8Array, key: string): SaleTexts {
    if (last === null || last.key !== key || Buffer.compare(last.packed, packed) !== 0) {
      last = { packed, key, texts: unpackSale(packed, key) }
    }
    return last.texts
  }

  return (
    packed: SQLOutputValue,
    key: SQLOutputValue,
    isSo: (texts: SaleTexts) => boolean,
  ): number => {
    if (!(packed instanceof Uint8Array) || typeof key !== 'string') return 0
    try {
      return Number(isSo(textsOf(packed, key)))
    } catch {
      // Whatever it is, it is not what was packed: the trigger refuses.
      return 0
    }
  }
}

const jsonOf = (value: SQLOutputValue): unknown => JSON.parse(String(value))
