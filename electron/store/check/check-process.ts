import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { onceAsked } from '../../async/answer-once.ts'
import { openDatabase } from '../sqlite/db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { checkRequestSchema, type CheckTold } from './check-request.ts'

const blockBytes = 1024 * 1024
/** How often it is told how far it is. */
const toldEvery = 200

type Tell = (told: CheckTold) => void

/**
 * A program of its own, under Electron or Node: reads all of a journal and says whether it is whole. It writes nothing.
 * Read in order first, a file that is not in memory is checked in a third of the time.
 */
async function check(message: unknown, tell: Tell): Promise<CheckTold> {
  const { folder, isBehind } = checkRequestSchema.parse(message)
  const path = join(folder, 'journal.db')
  if (isBehind) setPriority(constants.priority.PRIORITY_LOW)
  await readThrough(path, isBehind, (done) => tell({ kind: 'progress', step: 'reading', done }))
  tell({ kind: 'progress', step: 'checking', done: null })
  try {
    openDatabase(path, { synchronous: 'FULL', readOnly: true, quickCheck: true }).close()
    return { kind: 'found', found: 'whole' }
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'JOURNAL_DAMAGED') throw caught
    return { kind: 'found', found: 'damaged' }
  }
}

/** Behind, the disk rests for as long as it read: a sale's own writes do not wait in a row for it. */
async function readThrough(
  path: string,
  isBehind: boolean,
  tell: (done: number) => void,
): Promise<void> {
  const file = guarded(() => openSync(path, 'r'))
  try {
    const block = Buffer.alloc(blockBytes)
    const { size } = fstatSync(file)
    let toldAt = 0
    for (let position = 0; position < size;) {
      const start = performance.now()
      const read = guarded(() => readSync(file, block, 0, blockBytes, position))
      if (read === 0) return
      position += read
      const end = performance.now()
      if (end - toldAt > toldEvery) {
        tell(position / size)
        toldAt = end
      }
      if (isBehind) await wait(end - start)
    }
  } finally {
    closeSync(file)
  }
}

async function answer(message: unknown, tell: Tell): Promise<void> {
  try {
    tell(await check(message, tell))
  } catch (caught) {
    tell({ kind: 'failed', error: toAppError(caught) })
  }
}

onceAsked((message, tell) => void answer(message, tell))
