import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '../../../shared/errors.ts'
import { syncFolder } from '../files/durable-file.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { sealSegment } from './intent-segments.ts'

/** One fsynced JSON line per intent, beside the journal: a damaged journal loses no intent. */
export type IntentsLog = ReturnType<typeof openIntentsLog>

/**
 * Opens (and creates) the log. A line torn by a crash is closed first, so that it stays one bad line. From `sealAt`
 * bytes on the next line begins a file of its own (intent-segments.ts); left out: there is one file.
 */
export function openIntentsLog(path: string, sealAt = Infinity) {
  let log = guarded(() => openFile(path))
  return {
    /** Durable when it returns. DISK_FULL or STORE_FAILED: then nothing may be sent. */
    append: (intent: object) => {
      if (log.size >= sealAt) log = sealed(path, log)
      guarded(() => write(log, JSON.stringify(intent)))
    },
    close: (): void => closeSync(log.file),
  }
}

/** A file that lines are added to. */
interface OpenFile {
  readonly file: number
  size: number
  /** A line was begun, and did not come to its end. */
  isTorn: boolean
}

function openFile(path: string): OpenFile {
  const file = openSync(path, 'a+', 0o600)
  const size = fstatSync(file).size
  if (size === 0) syncFolder(dirname(path))
  else if (lastByte(file, size) !== newline) writeWhole(file, '\n')
  return { file, size, isTorn: false }
}

function write(log: OpenFile, line: string): void {
  const text = `${log.isTorn ? '\n' : ''}${line}\n`
  log.isTorn = true
  writeWhole(log.file, text)
  log.isTorn = false
  log.size += Buffer.byteLength(text)
  fsyncSync(log.file)
}

/** A new file, and the one before behind the others; where that cannot be, the one before is gone on with: no sale waits for it. */
function sealed(path: string, log: OpenFile): OpenFile {
  try {
    if (existsSync(path)) sealSegment(path)
    const next = openFile(path)
    closeSync(log.file)
    return next
  } catch (caught) {
    if (caught instanceof Failure || (caught instanceof Error && 'code' in caught)) return log
    throw caught
  }
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
