import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'

/** One call as it crosses the bridge; `input` is parsed by the call's own schema afterwards. */
export const requestSchema = z.object({ call: z.string(), input: z.unknown() })

/** What comes back: errors cross as values, never as rejections. */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
])
export type Reply = z.infer<typeof replySchema>

/** One event as it crosses the bridge. */
export const bridgeEventSchema = z.object({ name: z.string(), payload: z.unknown() })
export type BridgeEvent = z.infer<typeof bridgeEventSchema>

/** `window.bridge`: all that the page has of the main process, the same in both windows. */
export interface Bridge {
  /** Asks for one of `calls`; settles with a Reply. */
  call(call: string, input: unknown): Promise<Reply>
  /** Hears every event; returns its own unsubscribe. */
  subscribe(listener: (event: BridgeEvent) => void): () => void
}
