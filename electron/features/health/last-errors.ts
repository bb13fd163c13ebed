import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isCallName } from '../../../shared/contract/index.ts'
import { isErrorCode, type ErrorCode } from '../../../shared/errors.ts'
import { unlessFailed } from '../../store/sqlite/sqlite-errors.ts'

/** What went wrong, by our own names alone: what was said of it may quote a customer. */
export interface LastError {
  /** As the log has it, in UTC. */
  at: string
  codes: ErrorCode[]
  /** The call that it went wrong in, where it was one. */
  call: string | null
  /** Where in our code, the innermost first. */
  places: string[]
}

const mostRead = 400_000
const mostTold = 100
const mostPlaces = 6

const begins = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ERROR (.*)$/
/** Our own files, which no customer is called like. */
const place =
  /^\s+at .*?((?:electron|shared|out)(?:\/[a-z-]+)+\.(?:ts|js|mjs):\d{1,4})(?::\d{1,4})?\)?$/

/** The last errors of the log of a data folder, newest first. */
export function lastErrors(dataDir: string): LastError[] {
  const texts = ['mostrador.log.1', 'mostrador.log'].map((name) => tailOf(join(dataDir, name)))
  const found: LastError[] = []
  for (const line of texts.join('\n').split('\n')) {
    const [, at, said] = begins.exec(line) ?? []
    if (at !== undefined && said !== undefined) {
      found.push({ at, codes: codesIn(said), call: callOf(said), places: [] })
      continue
    }
    // A line of something else ends what is told of an error.
    const where = place.exec(line)?.[1]
    const last = found.at(-1)
    if (where && last && last.places.length < mostPlaces) last.places.push(where)
  }
  return found.slice(-mostTold).reverse()
}

function codesIn(text: string): ErrorCode[] {
  const words: string[] = text.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []
  return [...new Set(words.filter(isErrorCode))]
}

function callOf(text: string): string | null {
  const [name = ''] = text.split(':')
  return isCallName(name) ? name : null
}

/** The end of a file; nothing where it cannot be read. */
function tailOf(path: string): string {
  return (
    unlessFailed(() => {
      const file = openSync(path, 'r')
      try {
        const { size } = fstatSync(file)
        const bytes = Buffer.alloc(Math.min(size, mostRead))
        readSync(file, bytes, 0, bytes.length, size - bytes.length)
        return bytes.toString('utf8')
      } finally {
        closeSync(file)
      }
    }) ?? ''
  )
}
