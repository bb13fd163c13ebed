import type { z } from 'zod'
import {
  calls,
  events,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
} from '../../shared/contract/index.ts'
import { Failure } from '../../shared/errors.ts'

// The same tables, written so that TypeScript ties each name to its own schema.
const answers: { [K in CallName]: { output: z.ZodType<CallOutput<K>> } } = calls
const payloads: { [K in EventName]: z.ZodType<EventPayload<K>> } = events

/**
 * Makes one call to the main process and returns its parsed answer.
 * @throws Failure with the AppError that the main process answered.
 */
export async function call<K extends CallName>(
  name: K,
  input: CallInput<K>,
): Promise<CallOutput<K>> {
  const reply = await window.bridge.call(name, input)
  if (!reply.ok) throw new Failure(reply.error.code, reply.error.params)
  return answers[name].output.parse(reply.value)
}

/** Listens to one event of the main process; returns its own unsubscribe. */
export function on<K extends EventName>(
  name: K,
  listener: (payload: EventPayload<K>) => void,
): () => void {
  return window.bridge.subscribe((event) => {
    if (event.name === name) listener(payloads[name].parse(event.payload))
  })
}
