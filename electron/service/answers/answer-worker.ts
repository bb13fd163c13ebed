import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { answerQuestionSchema, type AnswerQuestion, type ThreadReply } from './answer-question.ts'
import { inParts } from './parts.ts'
import { readAnswer } from './readers.ts'
import type { ReadOperation } from './results.ts'

/** Entry of the thread that reads what is too large for the main one. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), job: z.string(), question: answerQuestionSchema }),
  z.object({ kind: z.literal('next'), job: z.string() }),
])
const port = parentPort
if (!port) throw new Error('this file is the entry of a worker thread')
const waiting = new Map<string, Iterator<unknown>>()

port.on('message', (message: unknown) => {
  const asked = messageSchema.parse(message)
  const reply = asked.kind === 'read' ? begin(asked.job, asked.question) : next(asked.job)
  port.postMessage({ job: asked.job, ...reply })
})

function begin<O extends ReadOperation>(job: string, question: AnswerQuestion<O>): ThreadReply {
  const { operation, status, body, context } = question
  const reading = readAnswer(operation, status, body, context)
  if (reading.kind === 'failed') return reading
  waiting.set(job, inParts(operation, reading.value))
  return next(job)
}

function next(job: string): ThreadReply {
  const part = waiting.get(job)?.next()
  if (part !== undefined && !part.done) return { kind: 'part', part: part.value }
  waiting.delete(job)
  return { kind: 'done' }
}
