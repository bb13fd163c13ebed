import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { intentSchema, type Intent } from '../sales/intent.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { intentSegments } from './intent-segments.ts'

const hashSchema = z.object({ bodySha256: z.string() })

/** A line of intents.log: the intent, or null where the line is not one whole. */
export type LoggedIntent = Intent | null

const blockBytes = 1024 * 1024

/** Every line of a file as it stands from a byte on, what comes after the last newline as well. */
export function* readLines(path: string, start = 0): Generator<string> {
  const file = guarded(() => openSync(path, 'r'))
  try {
    yield* linesFrom(file, start, guarded(() => fstatSync(file)).size)
  } finally {
    closeSync(file)
  }
}

/**
 * Reads intents.log and the segments before it line by line, oldest first; `tailBytes` reads only so much of its end. A
 * line that a crash tore, or that its own hash does not confirm, comes as null: it never was durable, or is no longer.
 */
export function* readIntents(path: string, tailBytes = Infinity): Generator<LoggedIntent> {
  const read: { one: string; start: number }[] = []
  let left = tailBytes
  for (const one of intentSegments(path).toReversed()) {
    if (left <= 0) break
    const size = sizeOf(one)
    read.unshift({ one, start: Math.max(0, size - left) })
    left -= size
  }
  for (const { one, start } of read) yield* readSegment(one, start)
}

/** The same of one segment, from a byte on. */
export function* readSegment(path: string, start = 0): Generator<LoggedIntent> {
  const file = guarded(() => openSync(path, 'r'))
  try {
    const { size } = guarded(() => fstatSync(file))
    let isCut = start > 0
    for (const line of linesFrom(file, start, size)) {
      // The first line of a tail is the end of one that began before it.
      if (isCut) isCut = false
      else if (line.trim() !== '') yield intentOf(line)
    }
  } finally {
    closeSync(file)
  }
}

function sizeOf(path: string): number {
  return guarded(() => statSync(path)).size
}

function* linesFrom(file: number, start: number, end: number): Generator<string> {
  const decoder = new StringDecoder('utf8')
  const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(1, end - start)))
  let position = start
  let rest = ''
  while (position < end) {
    const read = guarded(() => readSync(file, block, 0, block.length, position))
    if (read === 0) break
    position += read
    const lines = (rest + decoder.write(block.subarray(0, read))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.end()
}

function intentOf(line: string): LoggedIntent {
  const value = jsonOrNull(line)
  const intent = intentSchema.safeParse(value)
  const hash = hashSchema.safeParse(value)
  if (!intent.success || !hash.success) return null
  const found = createHash('sha256').update(intent.data.body).digest('hex')
  return found === hash.data.bodySha256 ? intent.data : null
}
