import { z } from 'zod'
import { appErrorSchema, Failure } from '../../shared/errors.ts'
import type { ChildProgram } from '../async/child-program.ts'
import { unlessAborted } from '../async/time-limit.ts'
import { versionSchema } from '../versions/version-name.ts'
import { offersSchema, type Offers } from './offers.ts'

const feed = {
  from: z.string(),
  root: z.string(),
  places: z.object({ installed: z.string(), fetched: z.string() }),
  proxy: z.string().nullable(),
}

/** What is asked of update-process.ts. */
export const updateRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('look'), ...feed }),
  z.object({ kind: z.literal('fetch'), ...feed, version: versionSchema }),
  /** Lets a version that was fetched open a copy of the journal, which is open. */
  z.object({
    kind: z.literal('prove'),
    places: feed.places,
    version: versionSchema,
    dataDir: z.string(),
  }),
])
export type UpdateRequest = z.infer<typeof updateRequestSchema>

/** What it tells: how many bytes have come, then what it came to. */
const updateToldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), bytes: z.number() }),
  z.object({ kind: z.literal('done'), offers: offersSchema.nullable() }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema }),
])
export type UpdateTold = z.infer<typeof updateToldSchema>

/**
 * Does it in a program of its own: a full disk or an endless answer ends that one, and it can be ended at any moment.
 * Answers what there is, of `look`.
 * @throws Failure CANCELLED once the signal aborts, else as the feed's (feed.ts), VERSION_UNPROVEN
 */
export async function askUpdate(
  fork: () => ChildProgram,
  request: UpdateRequest,
  { signal, progress }: { signal: AbortSignal; progress?: (bytes: number) => void },
): Promise<Offers | null> {
  const child = fork()
  const end = Promise.withResolvers<Exclude<UpdateTold, { kind: 'progress' }>>()
  child.hear((message) => {
    const told = updateToldSchema.parse(message)
    if (told.kind === 'progress') progress?.(told.bytes)
    else end.resolve(told)
  })
  const early = child.ended.then((reason): never => {
    throw new Failure('FEED_UNREACHABLE', { reason })
  })
  try {
    child.post(request)
    const cancelled = () => new Failure('CANCELLED')
    const told = await unlessAborted(Promise.race([end.promise, early]), signal, cancelled)
    if (told.kind === 'done') return told.offers
    throw new Failure(told.error.code, told.error.params)
  } finally {
    child.kill()
    await child.ended
  }
}
