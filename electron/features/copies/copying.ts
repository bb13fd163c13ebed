import { hostname } from 'node:os'
import { z } from 'zod'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { askCopier } from '../../store/elsewhere/copy-request.ts'
import {
  readCopiesNote,
  saveCopiesNote,
  type CopiesNote,
} from '../../store/elsewhere/copies-note.ts'
import { newTicket, type Holder } from '../../store/elsewhere/holder.ts'

/** What copies elsewhere need of the rest of the house. */
export interface CopyingDeps {
  dataDir: string
  forkCopier: () => ChildProgram
  /** The shop's name, for whoever looks for its copies. */
  shop: () => string
  /** Which register the journal is of; null: it cannot be read. */
  registerId: () => string | null
  now: () => number
  signal: AbortSignal
}

const madeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('made'),
    name: z.string(),
    backup: z.string(),
    bytes: z.int(),
  }),
  z.object({ kind: z.literal('same') }),
  z.object({ kind: z.literal('taken-over'), since: z.int(), computer: z.string() }),
])

/** Looks at the folder, copies what changed since, and writes down how it went. Null: copies go nowhere. */
export async function copyOnce(deps: CopyingDeps): Promise<CopiesNote | null> {
  const { dataDir, forkCopier, shop, registerId, now, signal } = deps
  const before = readCopiesNote(dataDir)
  if (before === null || before.takenOver) return before
  // Before it is left there: whatever ends this run, it is known again. One that came to nothing is used once more.
  const [left = newTicket(), ticket = newTicket()] = before.tickets
  const note = saveCopiesNote(dataDir, { ...before, tickets: [left, ticket] })
  const at = now()
  const { folder, recipient, writer, tickets, last } = note
  const register = registerId()
  const order = {
    ...{ dataDir, folder, recipient, writer, tickets, ticket, last, shop: shop(), now: at },
    ...(register !== null && { self: { register, computer: hostname() } }),
  }
  try {
    const made = await askCopier(forkCopier, { do: 'copy', order }, madeSchema, { signal })
    return afterCopy(dataDir, note, made, at)
  } catch (caught) {
    if (signal.aborted) return note
    return unlessChosenAnew(dataDir, note, (now) => ({ ...now, error: toAppError(caught) }))
  }
}

function afterCopy(
  dataDir: string,
  note: CopiesNote,
  made: z.infer<typeof madeSchema>,
  at: number,
): CopiesNote | null {
  return unlessChosenAnew(dataDir, note, (now) => {
    if (made.kind === 'taken-over') {
      const { since, computer } = made
      return { ...now, error: null, takenOver: { since, computer } }
    }
    const seen = { ...now, error: null, seenAt: at }
    if (made.kind === 'same') return seen
    const { name, backup, bytes } = made
    return { ...seen, tickets: note.tickets.slice(-1), last: { name, backup, bytes, at } }
  })
}

/** Another folder may have been chosen meanwhile: what came of this one is nobody's any more. */
function unlessChosenAnew(
  dataDir: string,
  { tickets }: CopiesNote,
  change: (now: CopiesNote) => CopiesNote,
): CopiesNote | null {
  const now = readCopiesNote(dataDir)
  if (now === null || now.tickets.join() !== tickets.join()) return now
  return saveCopiesNote(dataDir, change(now))
}

/** Who this computer is to a folder of copies. */
export function holderNow(
  { shop, now, registerId }: Pick<CopyingDeps, 'shop' | 'now' | 'registerId'>,
  writer: string,
): Holder {
  const register = registerId()
  return {
    writtenBy: 'Mostrador',
    shop: shop(),
    writer,
    since: now(),
    computer: hostname(),
    ticket: newTicket(),
    ...(register !== null && { register }),
  }
}

/**
 * Makes this computer the one that a folder's copies are of; where another one has the register, only if it `takes` it.
 * @throws Failure COPY_FOLDER_GONE, COPY_FOLDER_FULL, COPY_FOLDER_READ_ONLY, COPY_FOLDER_SLOW, COPY_FAILED
 */
export async function holdPlace(
  { forkCopier, signal }: Pick<CopyingDeps, 'forkCopier' | 'signal'>,
  { folder, recipient }: { folder: string; recipient: string },
  holder: Holder,
  takes: boolean,
): Promise<void> {
  const request = { do: 'begin', folder, recipient, holder, takes } as const
  await askCopier(forkCopier, request, z.null(), { signal })
}

/** @throws Failure BAD_INPUT copies go nowhere yet */
export function mustCopy(dataDir: string): CopiesNote {
  const note = readCopiesNote(dataDir)
  if (note === null) throw new Failure('BAD_INPUT', { where: 'copies' })
  return note
}
