import type { ZodType } from 'zod'
import { requestSchema, type Reply } from '../../shared/contract/bridge.ts'
import {
  calls,
  isCallName,
  type CallName,
  type CallOutput,
  type Handlers,
  type ParsedInput,
} from '../../shared/contract/index.ts'
import { Failure, toAppError, type AppError } from '../../shared/errors.ts'
import type { Done, Guard } from './guard.ts'
import { inputError } from './input-error.ts'

// The contract's table, written so that TypeScript ties each name to its own schema.
const inputs: { [K in CallName]: { input: ZodType<ParsedInput<K>> } } = calls

/** Answers one request from a window or the command line; never rejects. */
export type Router = (request: unknown) => Promise<Reply>

/** Hears of what a handler threw that is not one of our own errors. */
export type OnUnexpected = (call: string, caught: unknown) => void

/**
 * Makes the only door to the features: a name outside the contract's own list, or input that its
 * schema refuses, never reaches a handler, nor does what the guard does not let through; and whatever a handler
 * throws comes back as a value.
 */
export function createRouter(handlers: Handlers, onUnexpected: OnUnexpected, guard: Guard): Router {
  async function run<K extends CallName>(
    name: K,
    input: unknown,
    done: Done,
  ): Promise<CallOutput<K>> {
    const handler: (input: ParsedInput<K>) => Promise<CallOutput<K>> = handlers[name]
    const parsed = parseInput(name, input)
    const output = await handler(parsed)
    done(name, parsed, output)
    return output
  }

  /** What a call came to, whatever that is, as who is at the register by then may hear it. */
  async function answer(name: CallName, input: unknown): Promise<Reply> {
    const settled = await run(name, input, guard.admit(name)).then(
      (value) => () => ({ ok: true, value: guard.shown(value) }) as const,
      (caught: unknown) => {
        if (!(caught instanceof Failure)) onUnexpected(name, caught)
        return () => refuse(toAppError(caught))
      },
    )
    // Also what went wrong may speak of a customer.
    await guard.hear(name)
    return settled()
  }

  return async (request) => {
    const parsed = requestSchema.safeParse(request)
    if (!parsed.success) return refuse(inputError(parsed.error))
    const { call, input } = parsed.data
    if (!isCallName(call)) return refuse({ code: 'UNKNOWN_CALL', params: { call: shorten(call) } })
    return answer(call, input).catch((caught: unknown) => refuse(toAppError(caught)))
  }
}

function refuse(error: AppError): Reply {
  return { ok: false, error }
}

/** Parses by the call's schema; throws BAD_INPUT naming the field. */
function parseInput<K extends CallName>(name: K, input: unknown): ParsedInput<K> {
  const parsed = inputs[name].input.safeParse(input)
  if (parsed.success) return parsed.data
  const { code, params } = inputError(parsed.error)
  throw new Failure(code, params)
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
