import { z } from 'zod'
import { appErrorSchema, Failure } from '../../../shared/errors.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { unlessAborted } from '../../async/time-limit.ts'
import { checkFindings, type CheckFound } from './wholeness.ts'

/** What is asked of check-process.ts. */
export const checkRequestSchema = z.object({
  folder: z.string(),
  /** Somebody sells meanwhile: everything else goes first. */
  isBehind: z.boolean(),
})

/** What it tells: how far it is, then what it came to. */
const checkToldSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    step: z.enum(['reading', 'checking']),
    done: z.number().nullable(),
  }),
  z.object({ kind: z.literal('found'), found: z.enum(checkFindings) }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema }),
])
export type CheckTold = z.infer<typeof checkToldSchema>
export type CheckProgress = Extract<CheckTold, { kind: 'progress' }>

/**
 * Checks all of a folder's journal in a program of its own, which only reads: SQLite cannot be stopped in the middle,
 * but a program can be ended at any moment, and whoever closes the register does not wait for it.
 * @throws Failure CANCELLED once the signal aborts, STORE_FAILED where it could not be checked
 */
export async function checkJournal(
  fork: () => ChildProgram,
  request: z.infer<typeof checkRequestSchema>,
  { signal, tell }: { signal: AbortSignal; tell?: (progress: CheckProgress) => void },
): Promise<CheckFound> {
  const child = fork()
  const end = Promise.withResolvers<Exclude<CheckTold, CheckProgress>>()
  child.hear((message) => {
    const told = checkToldSchema.parse(message)
    if (told.kind === 'progress') tell?.(told)
    else end.resolve(told)
  })
  const early = child.ended.then((reason): never => {
    throw new Failure('STORE_FAILED', { reason })
  })
  try {
    child.post(request)
    const cancelled = () => new Failure('CANCELLED')
    const told = await unlessAborted(Promise.race([end.promise, early]), signal, cancelled)
    if (told.kind === 'found') return told.found
    throw new Failure(told.error.code, told.error.params)
  } finally {
    // Until it is gone it has the journal open, and nobody else's close is the last.
    child.kill()
    await child.ended
  }
}
