import { text as readAll } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { holderNow } from '../../features/copies/copying.ts'
import { forkNodeCopier } from '../../host/programs/node-programs.ts'
import { defaultDataDir } from '../../host/system/data-dir.ts'
import { askCopier } from '../../store/elsewhere/copy-request.ts'
import { foundCopySchema } from '../../../shared/contract/journal.ts'
import { Failure } from '../../../shared/errors.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { claimJournal, openJournal, openJournalReader } from '../../store/journal/open-journal.ts'
import { onlyWord } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { missing } from '../usage.ts'

const restoredSchema = z.object({ madeAt: z.int(), shop: z.string(), marked: z.boolean() })

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
  let restored: z.output<typeof restoredSchema>
  try {
    const found = await askCopier(
      forkNodeCopier,
      { do: 'find', path: named },
      z.array(foundCopySchema),
    )
    const path = found[0]?.path ?? named
    const mustMark = old === 'sells'
    if (!line.options.flag('replace') && holdsSales(dataDir)) {
      throw new Failure('RESTORE_OVER_SALES')
    }
    const own = holderNow({ shop: () => '', now: Date.now, registerId: () => null }, randomUUID())
    const { writer, since, computer, ticket } = own
    const holder = { writer, since, computer, ticket }
    const request = { dataDir, path, key, mustMark, holder }
    restored = await askCopier(forkNodeCopier, { do: 'restore', ...request }, restoredSchema)
  } finally {
    lock.release()
  }
  openJournal(dataDir).close()
  const when = formatDateTime(restored.madeAt, output.language)
  output.result(restored, [
    output.say('cli.restored', { shop: restored.shop, when }),
    output.say(restored.marked ? 'cli.oldMarked' : 'cli.oldNotMarked'),
    output.say('cli.restoredNext'),
  ])
  return exitCodes.done
}

/** What cannot be read may hold any. */
function holdsSales(dataDir: string): boolean {
  try {
    const reader = openJournalReader(dataDir)
    const holds = reader?.hasSales() ?? false
    reader?.close()
    return holds
  } catch (caught) {
    if (caught instanceof Failure) return true
    throw caught
  }
}
