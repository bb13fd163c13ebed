import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Fault } from './faults.ts'

/** An answer ready to be written. */
export interface ServiceAnswer {
  status: number
  body: string
}

const JSON_TYPE = 'application/json; charset=utf-8'

const PROXY_PAGE = `<!doctype html><html><head><title>Portal de acceso</title></head>
<body><h1>Conéctese a la red</h1><p>Acepte las condiciones para navegar.</p></body></html>`

/** Waits; false when the server closed meanwhile. */
export async function wait(ms: number, closing: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: closing })
    return true
  } catch (error) {
    if (closing.aborted) return false
    throw error
  }
}

/** Takes the answer out of the framework's hands, to write it byte by byte. */
function takeOver(reply: FastifyReply): ServerResponse {
  const date = reply.getHeader('date')
  reply.hijack()
  if (typeof date === 'string') reply.raw.setHeader('date', date)
  return reply.raw
}

function drop(reply: FastifyReply, how: 'close' | 'reset' = 'close'): void {
  reply.hijack()
  if (how === 'reset') reply.raw.socket?.resetAndDestroy()
  else reply.raw.destroy()
}

/** It runs on this computer: it may be asked as often as anyone likes. */
const allowance = { 'ratelimit-remaining': '1000', 'ratelimit-reset': '1' }

const send = (reply: FastifyReply, { status, body }: ServiceAnswer, type = JSON_TYPE) =>
  reply
    .code(status)
    .headers({ 'content-type': type, ...allowance })
    .send(body)

function cut(
  reply: FastifyReply,
  answer: ServiceAnswer,
  style: 'content-length' | 'chunked' | 'json',
): void {
  const bytes = Buffer.from(answer.body)
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2))
  if (style === 'json') {
    void send(reply, { status: answer.status, body: half.toString() })
    return
  }
  const raw = takeOver(reply)
  const length = style === 'chunked' ? {} : { 'content-length': bytes.length }
  raw.writeHead(answer.status, { 'content-type': JSON_TYPE, ...length })
  raw.write(half, () => raw.destroy())
}

async function dribble(
  reply: FastifyReply,
  answer: ServiceAnswer,
  { ms, parts }: { ms: number; parts: number },
  closing: AbortSignal,
): Promise<void> {
  const raw = takeOver(reply)
  const bytes = Buffer.from(answer.body)
  const size = Math.max(1, Math.ceil(bytes.length / parts))
  raw.writeHead(answer.status, { 'content-type': JSON_TYPE, 'content-length': bytes.length })
  raw.flushHeaders()
  for (let start = 0; start < bytes.length && !raw.destroyed; start += size) {
    if (!(await wait(ms / parts, closing))) break
    raw.write(bytes.subarray(start, start + size))
  }
  raw.end()
}

/** A valid answer of about so many bytes, padded in front. */
const padded = (body: string, bytes: number) => `{"padding":"${'x'.repeat(bytes)}",${body.slice(1)}`

/**
 * Writes the answer, spoiled by the fault if there is one. `failure` is the documented error
 * body that the sandbox would give for a status.
 */
export async function deliverAnswer(
  reply: FastifyReply,
  answer: ServiceAnswer,
  fault: Fault | undefined,
  failure: (status: number) => ServiceAnswer,
  closing: AbortSignal,
): Promise<unknown> {
  switch (fault?.fault) {
    case undefined:
    case 'double':
    case 'latency':
      return send(reply, answer)
    case 'drop-before':
    case 'drop-after':
      return drop(reply, fault.how)
    case 'error500-before':
    case 'error500-after':
      return send(reply, failure(fault.status))
    case 'truncated':
      return cut(reply, answer, fault.style)
    case 'html':
      return send(reply, { status: fault.status, body: PROXY_PAGE }, 'text/html; charset=utf-8')
    case 'redirect':
      reply.header('location', fault.location ?? reply.request.url)
      return send(reply, { status: fault.status, body: '' }, 'text/plain')
    case 'unauthorized':
      return send(reply, failure(401))
    case 'content-type':
      return send(reply, answer, fault.type)
    case 'late':
      return fault.answer === 'drop' ? drop(reply) : send(reply, answer)
    case 'slow-headers':
      return (await wait(fault.ms, closing)) ? send(reply, answer) : drop(reply)
    case 'slow-body':
      return dribble(reply, answer, fault, closing)
    case 'oversized':
      return send(reply, { status: answer.status, body: padded(answer.body, fault.bytes) })
    case 'error-in-200':
      return send(reply, { status: 200, body: failure(500).body })
    case 'empty':
      return send(reply, { status: answer.status, body: '' })
  }
}
