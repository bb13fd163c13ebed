import { tryOnScopeDispose } from '@vueuse/core'
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
import type { PeopleState } from '../../shared/contract/people.ts'
import { Failure } from '../../shared/errors.ts'

// The same tables, written so that TypeScript ties each name to its own schema.
const answers: { [K in CallName]: { output: z.ZodType<CallOutput<K>> } } = calls
const payloads: { [K in EventName]: { payload: z.ZodType<EventPayload<K>> } } = events

/**
 * Makes one call to the main process and returns its parsed answer.
 * @throws Failure with the AppError that the main process answered.
 */
export async function call<K extends CallName>(
  name: K,
  input: CallInput<K>,
): Promise<CallOutput<K>> {
  const reply = await window.bridge.call(name, plain(input))
  if (reply.ok) return answers[name].output.parse(reply.value)
  if (reply.error.code !== 'LOCKED' || !calls[name].patient) {
    throw new Failure(reply.error.code, reply.error.params)
  }
  await somebody()
  return call(name, input)
}

/**
 * What pages hold is Vue's proxies, at any depth, and Electron's bridge carries none: only a plain copy leaves the
 * page. Inputs are small, and JSON in both windows.
 */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input))
}

/** Settles once somebody is at the register. */
async function somebody(): Promise<void> {
  const isHere = ({ mode, current }: PeopleState) => mode !== 'people' || current !== null
  let off = () => {}
  const signedIn = new Promise<true>((tell) => {
    off = on('people.changed', (state) => isHere(state) && tell(true))
  })
  try {
    // Who signed in before this listened is not told of again.
    if (!isHere(await call('people.state', {}))) await signedIn
  } finally {
    off()
  }
}

/** Listens to one event of the main process; returns its own unsubscribe. */
export function on<K extends EventName>(
  name: K,
  listener: (payload: EventPayload<K>) => void,
): () => void {
  return window.bridge.subscribe((event) => {
    if (event.name === name) listener(payloads[name].payload.parse(event.payload))
  })
}

/** Listens to one event for as long as the part of the screen that asks is there. */
export function useEvent<K extends EventName>(
  name: K,
  listener: (payload: EventPayload<K>) => void,
): void {
  tryOnScopeDispose(on(name, listener))
}
