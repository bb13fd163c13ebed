import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../files/durable-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

/** One fsynced JSON line per intent, beside the journal: a damaged journal loses no intent. */
export interface IntentsLog {
  /** Durable when it returns. DISK_FULL or STORE_FAILED: then nothing may be sent. */
  append(intent: object): void
  close(): void
}

/** Opens (and creates) the log. A line torn by a crash is closed first, so that it stays one bad line. */
export function openIntentsLog(path: string): IntentsLog {
  return guarded(() => {
    const file = openSync(path, 'a+', 0o600)
    const size = fstatSync(file).size
    if (size === 0) syncFolder(dirname(path))
    else if (lastByte(file, size) !== newline) writeWhole(file, '\n')
    let torn = false
    return {
      append: (intent) =>
        guarded(() => {
          const start = torn ? '\n' : ''
          torn = true
          writeWhole(file, `${start}${JSON.stringify(intent)}\n`)
          torn = false
          fsyncSync(file)
        }),
      close: () => closeSync(file),
    }
  })
}

const newline = 10

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, size - 1)
  return byte[0]
}

/** writeSync may write less than it was given, for example when the disk is nearly full. */
function writeWhole(file: number, text: string): void {
  let rest: Buffer = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(writeSync(file, rest))
}
