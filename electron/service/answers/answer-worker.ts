import { Failure } from '../../../shared/errors.ts'
import { answerInThread } from '../../async/thread.ts'
import { threadQuestionSchema, type AnswerQuestion, type ThreadReply } from './answer-question.ts'
import { inParts } from './parts.ts'
import { readAnswer } from './readers.ts'
import type { ReadOperation } from './results.ts'

/** Entry of the thread that reads what is too large for the main one. */
let parts: Iterator<unknown> | null = null

answerInThread(threadQuestionSchema, (asked) =>
  asked.kind === 'read' ? begin(asked.question) : next(),
)

function begin<O extends ReadOperation>(question: AnswerQuestion<O>): ThreadReply {
  const { operation, status, body, context } = question
  const reading = readAnswer(operation, status, body, context)
  if (reading.kind === 'failed') return reading
  parts = inParts(operation, reading.value)
  return next()
}

function next(): ThreadReply {
  // The thread that began with it is gone, and its rest too: that is not the end of the answer.
  if (parts === null) throw new Failure('CANCELLED')
  const part = parts.next()
  if (!part.done) return { kind: 'part', part: part.value }
  parts = null
  return { kind: 'done' }
}
