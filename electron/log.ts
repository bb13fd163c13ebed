import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../shared/errors.ts'
import { maskNumber } from '../shared/domain/privacy/mask.ts'
import { makeOwnFolder } from './store/files/own-folder.ts'
import { redact } from './store/sales/redact.ts'

/** Notes for whoever helps the shop later. Never shown to a customer, never holds a secret or a customer's number. */
export type Log = ReturnType<typeof createLog>

const maxBytes = 1_000_000
const keptFiles = 3
/** Longer than any stack that helps; what a service sent has no place here. */
const maxText = 8_000

/** Writes `mostrador.log` in a folder; at 1 MB it becomes `.1`, and so on; three old ones are kept. */
export function createLog(folder: string) {
  makeOwnFolder(folder)
  const file = join(folder, 'mostrador.log')
  let bytes = sizeOf(file)

  function write(level: string, text: string): void {
    const line = `${new Date().toISOString()} ${level} ${withoutCustomers(redact(text.slice(0, maxText)))}\n`
    try {
      if (bytes > maxBytes) {
        bytes = 0
        rotate(file)
      }
      appendFileSync(file, line, { mode: 0o600 })
      bytes += Buffer.byteLength(line)
    } catch (caught) {
      // A full disk must not stop a sale, and the log has nowhere else to say so than here.
      process.stderr.write(`${line}log: ${String(caught)}\n`)
    }
  }

  return {
    info: (message: string): void => write('INFO', message),
    /** What was caught goes with its stack and its causes. */
    error: (message: string, caught?: unknown): void =>
      write('ERROR', caught === undefined ? message : `${message}: ${describe(caught)}`),
  }
}

/** What went wrong may quote what it went wrong with: a run of digits as long as a phone's is told by its end. */
function withoutCustomers(text: string): string {
  return text.replace(/(?<![\w.-])\d{7,}(?!\w|[.-]\w)/g, (digits) => maskNumber(digits))
}

/** An error with its stack and the causes below it. */
function describe(caught: unknown): string {
  if (!(caught instanceof Error)) return String(caught)
  const code = caught instanceof Failure ? `${caught.error.code} ` : ''
  const own = `${code}${caught.stack ?? `${caught.name}: ${caught.message}`}`
  return caught.cause === undefined ? own : `${own}\ncaused by ${describe(caught.cause)}`
}

/** On Windows no file that another program holds open can be renamed: then it grows on, until the next MB. */
function rotate(file: string): void {
  try {
    for (let age = keptFiles - 1; age >= 0; age -= 1) {
      const from = age === 0 ? file : `${file}.${age}`
      if (sizeOf(from) > 0) renameSync(from, `${file}.${age + 1}`)
    }
  } catch (caught) {
    process.stderr.write(`log: ${String(caught)}\n`)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
