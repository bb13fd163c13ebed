import { z } from 'zod'
import { OPERATION_NAMES } from '../operations/operations.ts'
import type { OperationName } from '../operations/operations.ts'

const milliseconds = z.number().int().min(0).max(600_000)
const status = z.number().int().min(300).max(599)
/** Whether the operation is carried out although its answer is spoiled. */
const when = z.enum(['before', 'after'])
/** How a connection ends: FIN or RST. */
const ending = z.enum(['close', 'reset'])

const common = {
  operation: z.enum([...OPERATION_NAMES, 'any']),
  /** How many requests it strikes. */
  count: z.number().int().min(1).default(1),
  /** How many requests pass before the first one struck. */
  skip: z.number().int().min(0).default(0),
}

const kind = <Name extends string, Extra extends z.ZodRawShape>(name: Name, extra: Extra) =>
  z.strictObject({ ...common, fault: z.literal(name), ...extra })

/** Every fault with its parameters; the README explains each. */
export const faultSchema = z
  .discriminatedUnion('fault', [
    kind('latency', { ms: milliseconds, when: when.default('before') }),
    kind('drop-before', { how: ending.default('close') }),
    kind('drop-after', { how: ending.default('close') }),
    kind('error500-before', { status: status.default(500) }),
    kind('error500-after', { status: status.default(500) }),
    kind('truncated', {
      style: z.enum(['content-length', 'chunked', 'json']).default('content-length'),
    }),
    kind('html', {
      status: z.number().int().min(200).max(599).default(200),
      when: when.default('before'),
    }),
    kind('redirect', {
      status: z
        .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
        .default(307),
      location: z.string().optional(),
      when: when.default('before'),
    }),
    kind('unauthorized', { when: when.default('before') }),
    kind('content-type', { type: z.string().default('text/plain') }),
    kind('double', {}),
    kind('late', {
      seconds: z.number().min(0).max(172_800),
      answer: z.enum(['ack', 'drop']).default('ack'),
    }),
    kind('slow-headers', { ms: milliseconds.default(5000) }),
    kind('slow-body', {
      ms: milliseconds.default(5000),
      parts: z.number().int().min(2).max(1000).default(10),
    }),
    kind('oversized', {
      bytes: z
        .number()
        .int()
        .min(1)
        .max(256 * 1024 * 1024),
    }),
    kind('error-in-200', { when: when.default('before') }),
    kind('empty', {}),
  ])
  .refine((fault) => fault.fault !== 'late' || fault.operation === 'sell', {
    message: 'the fault late exists for sell only',
  })

export type Fault = z.output<typeof faultSchema>
/** A fault as a test writes it, defaults left out. */
export type FaultInput = z.input<typeof faultSchema>

/** Whether the operation must not be carried out under this fault. */
export function strikesBefore(fault: Fault): boolean {
  if (fault.fault === 'drop-before' || fault.fault === 'error500-before') return true
  return 'when' in fault && fault.when === 'before' && fault.fault !== 'latency'
}

/** Faults waiting for their requests; the first that matches strikes. */
export class Faults {
  #waiting: Fault[] = []

  add(faults: readonly Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ ...fault })))
  }

  clear(): void {
    this.#waiting = []
  }

  list(): Fault[] {
    return this.#waiting.map((fault) => ({ ...fault }))
  }

  /** The fault for a request of this operation, used up by one. */
  take(operation: OperationName): Fault | undefined {
    const fault = this.#waiting.find(
      (each) => each.operation === operation || each.operation === 'any',
    )
    if (fault === undefined) return undefined
    if (fault.skip > 0) {
      fault.skip -= 1
      return undefined
    }
    fault.count -= 1
    if (fault.count === 0) this.#waiting = this.#waiting.filter((each) => each !== fault)
    return fault
  }
}
