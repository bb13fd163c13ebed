import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireBearer } from './auth.ts'
import { deliverAnswer, wait } from '../faults/delivery.ts'
import type { ServiceAnswer } from '../faults/delivery.ts'
import { encode } from './encode.ts'
import { errorBody, ServiceError } from './envelope.ts'
import { strikesBefore } from '../faults/faults.ts'
import type { Fault, Faults } from '../faults/faults.ts'
import { parseCall } from '../operations/call.ts'
import { OPERATIONS } from '../operations/operations.ts'
import type { OperationName } from '../operations/operations.ts'
import type { RequestLog } from './request-log.ts'
import type { Service } from '../service.ts'

/** What a request passes through on its way to an operation and back. */
export interface Pipeline {
  service: Service
  faults: Faults
  log: RequestLog
  /** The token that the contract's paths accept now. */
  token: string
  /** Aborted when the server closes, so that no slow answer holds it up. */
  closing: AbortSignal
}

const idSchema = z.object({ _id: z.string() })

const daysSchema = z.object({ data: z.object({ dateStart: z.string(), dateEnd: z.string() }) })

function idOf(body: unknown): string | undefined {
  const result = idSchema.safeParse(body)
  return result.success ? result.data._id : undefined
}

const MESSAGES: Record<number, [code: string, message: string]> = {
  401: ['authentication.invalidToken', 'El token no es válido o venció'],
}

/** The documented error answer for a bare status. */
function failureOf(service: Service, path: string, status: number): ServiceAnswer {
  const [code, message] = MESSAGES[status] ?? ['undefined.error', 'Ocurrió un error inesperado']
  const error = new ServiceError(status, code, message)
  return { status, body: JSON.stringify(errorBody(error, path, service.clock)) }
}

/** Carries the operation out once; a ServiceError becomes its documented answer. */
function execute(
  { service, log }: Pipeline,
  name: OperationName,
  body: unknown,
  fault: Fault | undefined,
): ServiceAnswer {
  const { path, run } = OPERATIONS[name]
  const lateMs = fault?.fault === 'late' ? Math.round(fault.seconds * 1000) : 0
  try {
    const result = run(service, parseCall(body), lateMs)
    log.executed(name, idOf(body))
    return { status: 200, body: encode(result, service.settings) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { status: error.status, body: JSON.stringify(errorBody(error, path, service.clock)) }
  }
}

/** Handles one request of an operation: count, authenticate, carry out, answer, as faults allow. */
export async function handle(
  pipeline: Pipeline,
  name: OperationName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { service, faults, log, closing } = pipeline
  const { path } = OPERATIONS[name]
  const failure = (status: number) => failureOf(service, path, status)
  log.received(name, idOf(request.body))
  const days = name === 'listTransactions' ? daysSchema.safeParse(request.body) : null
  if (days?.success) log.asked(days.data.data)
  requireBearer(request.headers.authorization, pipeline.token)
  const fault = faults.take(name)
  if (fault?.fault === 'latency' && fault.when === 'before') await wait(fault.ms, closing)
  const answer =
    fault !== undefined && strikesBefore(fault)
      ? failure(500)
      : execute(pipeline, name, request.body, fault)
  if (fault?.fault === 'double') execute(pipeline, name, request.body, fault)
  if (fault?.fault === 'latency' && fault.when === 'after') await wait(fault.ms, closing)
  return deliverAnswer(reply, answer, fault, failure, closing)
}
