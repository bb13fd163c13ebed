import { z } from 'zod'
import { appErrorSchema, Failure } from '../../../shared/errors.ts'
import { languageCodes } from '../../../shared/words/words.ts'
import type { ChildProgram } from '../../async/child-program.ts'
import { holderSchema } from './holder.ts'

const place = { folder: z.string(), recipient: z.string() }

/** What is asked of copy-process.ts. What is secret in it goes over a pipe, and stands in no argument. */
export const copyRequestSchema = z.discriminatedUnion('do', [
  z.object({ do: z.literal('newKey'), language: z.enum(languageCodes) }),
  z.object({
    do: z.literal('begin'),
    ...place,
    holder: holderSchema,
    /** Also from another computer, which has the register. */
    takes: z.boolean(),
  }),
  z.object({
    do: z.literal('copy'),
    order: z.object({
      ...place,
      dataDir: z.string(),
      writer: z.string(),
      tickets: z.array(z.string()),
      ticket: z.string(),
      last: z.object({ backup: z.string(), name: z.string() }).nullable(),
      shop: z.string(),
      now: z.int(),
      self: z.object({ register: z.string(), computer: z.string() }).exactOptional(),
    }),
  }),
  z.object({ do: z.literal('find'), path: z.string() }),
  z.object({
    do: z.literal('restore'),
    dataDir: z.string(),
    path: z.string(),
    /** As somebody typed it. */
    key: z.string(),
    mustMark: z.boolean(),
    openAside: z.int().nullable(),
    holder: holderSchema.omit({ shop: true, writtenBy: true }),
  }),
])
export type CopyRequest = z.infer<typeof copyRequestSchema>

/** What it tells: that it goes on, then what it came to. */
export const copyToldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('goesOn') }),
  /** It works on this computer's own disk, for as long as that takes. */
  z.object({ kind: z.literal('atHome') }),
  z.object({ kind: z.literal('done'), answer: z.unknown() }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema }),
])
export type CopyTold = z.infer<typeof copyToldSchema>

/** So long (ms) a disk elsewhere may say nothing: a server that sleeps wakes up in less. */
const silentMs = 60_000
/** A busy computer may take so many times as long until the program itself runs. */
const startsIn = 5

/**
 * Does it in a program of its own: a folder elsewhere may not answer for minutes, and whoever waits in it can be left behind.
 * @throws Failure COPY_FOLDER_SLOW it said nothing for a minute, CANCELLED, and what the program answers
 */
export async function askCopier<A>(
  fork: () => ChildProgram,
  request: CopyRequest,
  answer: z.ZodType<A>,
  options: { signal?: AbortSignal; silent?: number } = {},
): Promise<A> {
  const { signal, silent = silentMs } = options
  const child = fork()
  const end = Promise.withResolvers<unknown>()
  const late = () => end.reject(new Failure('COPY_FOLDER_SLOW'))
  const cancel = () => end.reject(new Failure('CANCELLED'))
  let timer = setTimeout(late, silent * startsIn)
  child.hear((message) => {
    const told = copyToldSchema.parse(message)
    clearTimeout(timer)
    if (told.kind === 'done') end.resolve(told.answer)
    else if (told.kind === 'failed') end.reject(new Failure(told.error.code, told.error.params))
    else if (told.kind === 'goesOn') timer = setTimeout(late, silent)
  })
  void child.ended.then((reason) => end.reject(new Failure('COPY_FAILED', { reason })))
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  try {
    child.post(request)
    return answer.parse(await end.promise)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    // Not waited for: one that hangs in a folder does not end before that answers.
    child.kill()
  }
}
