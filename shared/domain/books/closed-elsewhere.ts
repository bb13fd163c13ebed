import { z } from 'zod'
import type { Say } from '../../words/engine.ts'
import { behindSaid, registerSaid, type OtherRegisters } from './behind.ts'
import { isExceptional, toldCloseSchema, type ToldClose } from './close.ts'

/** What the other registers of a shop closed of a month: each closes what its own drawers and its own sales came to. */
export const closedElsewhereSchema = z.object({
  closed: z.array(toldCloseSchema.omit({ name: true }).extend({ register: z.string() })),
  /** Registers that did not tell that they closed it, by name; none where nobody closed it. */
  notClosed: z.array(z.string()),
})
export type ClosedElsewhere = z.infer<typeof closedElsewhereSchema>

export const nothingClosedElsewhere: ClosedElsewhere = { closed: [], notClosed: [] }

/**
 * As far as it was told here. What two tell as one close, as a register and the one that goes on with its journal do, is one, as
 * the later of them has it. `end`: when the month ends; `isClosedHere`: this register closed it.
 */
export function closedElsewhere(
  told: readonly (ToldClose & { month: string; code: string })[],
  heard: OtherRegisters | null,
  { end, isClosedHere }: { end: number; isClosedHere: boolean },
): ClosedElsewhere {
  const same = Map.groupBy(told, ({ number, closedAt }) => `${number} ${closedAt}`)
  const closes = [...same.values()].flatMap((of) =>
    of.toSorted((one, other) => lastOf(one) - lastOf(other)).slice(-1),
  )
  const standing = new Set(closes.filter(({ reopenedAt }) => reopenedAt === null).map(codeOf))
  const notClosed = (heard?.registers ?? [])
    .filter(({ code, joined, retired }) => joined < end && retired === null && !standing.has(code))
    .map(registerSaid)
  return {
    closed: closes.map(({ month: _month, code, name, ...close }) => ({
      ...close,
      register: registerSaid({ code, name }),
    })),
    notClosed: isClosedHere || standing.size > 0 ? notClosed : [],
  }
}

const codeOf = ({ code }: { code: string }) => code
const lastOf = ({ closedAt, exportedAt, reopenedAt }: ToldClose) =>
  Math.max(closedAt, exportedAt ?? 0, reopenedAt ?? 0)

type SaidKey =
  | 'books.othersUnknown'
  | `books.elsewhere.${'closed' | 'exceptional' | 'exported' | 'reopened' | 'notClosed'}`

/** The same in lines, to be read. `when` says a moment (epoch ms). */
export function closedElsewhereSaid(
  { closed, notClosed }: ClosedElsewhere,
  say: Say<SaidKey>,
  when: (at: number) => string,
): string[] {
  const lines = closed.map((close) => {
    const { register, number, closedAt, closedBy, exportedAt, reopenedAt, exceptions } = close
    const parts = [
      say('books.elsewhere.closed', { register, number }),
      ...[closedBy, when(closedAt)],
      isExceptional(exceptions) && say('books.elsewhere.exceptional'),
      exportedAt !== null && say('books.elsewhere.exported'),
      reopenedAt !== null && say('books.elsewhere.reopened', { when: when(reopenedAt) }),
    ]
    return parts.filter(Boolean).join(' · ')
  })
  const missing = { registers: behindSaid(notClosed, say) }
  return [...lines, ...(notClosed.length > 0 ? [say('books.elsewhere.notClosed', missing)] : [])]
}
