import type { Host } from '../../electron/host/host.ts'
import type { CallName, CallOutput } from '../../shared/contract/index.ts'
import { holdUp, isToldLate } from './slowness.ts'

type OpenWindow = Host['openWindow']

/** What left the main process for the page and was not plain data; `mustBePlain` throws when there was any. */
export interface Crossing {
  /** Opens the host's window and looks at every answer and event that goes to it. */
  open: OpenWindow
  /** Holds the answers to a call up from now on, until what it answers is called. */
  hold(call: CallName): () => void
  /** Answers a call by this from now on, and not by the main process. */
  pretend<K extends CallName>(call: K, answer: (input: unknown) => CallOutput<K>): void
  mustBePlain(): void
}

/**
 * Electron clones what crosses and throws where it cannot; the Chromium window writes JSON, which forgives (a date is
 * a text by then). So what is no plain data would be seen by people with Electron alone.
 */
export function watchCrossing(open: OpenWindow): Crossing {
  const found = new Set<string>()
  const pretended = new Map<string, (input: unknown) => unknown>()
  const held = new Map<string, Promise<undefined>>()
  let told = Promise.resolve()
  const look = (what: string, value: unknown) => {
    const strange = strangeIn(value, what)
    if (strange !== null) found.add(strange)
  }
  return {
    async open({ asset, answer }) {
      const window = await open({
        asset,
        async answer(request) {
          const made = pretended.get(nameOf(request))
          const reply = made ? { ok: true, value: made(inputOf(request)) } : await answer(request)
          look(nameOf(request), reply)
          await held.get(nameOf(request))
          await holdUp('answers')
          return reply
        },
      })
      return {
        ...window,
        emit(name, payload) {
          look(name, payload)
          if (!isToldLate) return window.emit(name, payload)
          told = told.then(() => holdUp('events')).then(() => window.emit(name, payload))
        },
      }
    },
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      held.set(call, promise)
      return () => resolve(undefined)
    },
    pretend(call, answer) {
      pretended.set(call, answer)
    },
    mustBePlain() {
      if (found.size > 0) throw new Error(`no plain data: ${[...found].join(', ')}`)
    },
  }
}

function nameOf(request: unknown): string {
  return typeof request === 'object' && request !== null ? String(Reflect.get(request, 'call')) : ''
}

const inputOf = (request: unknown): unknown =>
  typeof request === 'object' && request !== null ? Reflect.get(request, 'input') : undefined

/** The path of the first part that JSON and a clone would not carry alike, or null. */
function strangeIn(value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return null
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} (${value})`
  if (typeof value !== 'object') return `${path} (${typeof value})`
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === null || prototype === Object.prototype || Array.isArray(value)
  if (!isPlain) return `${path} (${value.constructor.name})`
  for (const [key, part] of Object.entries(value)) {
    const strange = strangeIn(part, `${path}.${key}`)
    if (strange !== null) return strange
  }
  return null
}
