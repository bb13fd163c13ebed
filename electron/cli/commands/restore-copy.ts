import { text as readAll } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { holderNow } from '../../features/copies/copying.ts'
import { forkNodeCopier } from '../../host/programs/node-programs.ts'
import { defaultDataDir } from '../../host/system/data-dir.ts'
import { askCopier } from '../../store/elsewhere/copy-request.ts'
import { mustHoldNone, salesHere, type SalesHere } from '../../store/elsewhere/sales-here.ts'
import {
  foundCopySchema,
  restoredCopySchema,
  type RestoredCopy,
} from '../../../shared/contract/journal.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { claimJournal, openJournal, openJournalReader } from '../../store/journal/open-journal.ts'
import { unlessFailed } from '../../store/sqlite/sqlite-errors.ts'
import { onlyWord } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { openAsideLines } from '../recovery.ts'
import { missing } from '../usage.ts'

/**
 * `restore-copy FOLDER|FILE --old stopped|sells [--replace] < KEY`: brings a copy (the newest of a folder) into the data folder, whose
 * window is closed; the key's words come from standard input. What is there is kept in `damaged/`.
 */
export const restoreCopyCommand: Command = async (line, output) => {
  const named = resolve(onlyWord(line, 'FOLDER'))
  const old = line.options.text('old')
  if (old !== 'stopped' && old !== 'sells') throw missing('--old', ['stopped', 'sells'])
  const dataDir = line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())
  const key = await readAll(process.stdin)
  // Nobody has it open meanwhile: what is sold then would be put aside.
  const lock = claimJournal(dataDir)
  let restored: RestoredCopy
  try {
    const found = await askCopier(
      forkNodeCopier,
      { do: 'find', path: named },
      z.array(foundCopySchema),
    )
    const path = found[0]?.path ?? named
    const mustMark = old === 'sells'
    const here = salesIn(dataDir)
    if (!line.options.flag('replace')) mustHoldNone(here)
    const own = holderNow({ shop: () => '', now: Date.now, registerId: () => null }, randomUUID())
    const { writer, since, computer, ticket } = own
    const holder = { writer, since, computer, ticket }
    const request = { dataDir, path, key, mustMark, holder, openAside: here.open }
    restored = await askCopier(forkNodeCopier, { do: 'restore', ...request }, restoredCopySchema)
  } finally {
    lock.release()
  }
  openJournal(dataDir).close()
  const when = formatDateTime(restored.madeAt, output.language)
  output.result(restored, [
    output.say('cli.restored', { shop: restored.shop, when }),
    ...openAsideLines(restored.openAside, output.say),
    output.say(restored.marked ? 'cli.oldMarked' : 'cli.oldNotMarked'),
    output.say('cli.restoredNext'),
  ])
  return exitCodes.done
}

function salesIn(dataDir: string): SalesHere {
  const reader = unlessFailed(() => openJournalReader(dataDir) ?? 'none')
  if (reader === 'none') return { any: false, open: 0 }
  try {
    return salesHere(() => reader)
  } finally {
    reader?.close()
  }
}
