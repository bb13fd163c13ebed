import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { forkNodeJournalCheck } from '../../host/programs/node-programs.ts'
import { createJournal } from '../journal/journal.ts'
import { openJournal, type OpenJournal } from '../journal/open-journal.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { makeBackup } from '../recovery/backups.ts'
import { checkJournal, type CheckProgress } from './check-request.ts'
import { leaveClosedMark } from './closed-mark.ts'
import { readRecovery } from '../recovery/recovery-note.ts'
import { beginWholeness } from './wholeness.ts'

const day = 24 * 60 * 60_000
let folder = ''
let opened: OpenJournal[] = []
beforeEach(() => {
  folder = makeFolder('wholeness', inMemory)
})
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close()
})

const file = (name: string) => join(folder, name)

function open(): OpenJournal {
  const journal = openJournal(folder)
  opened.push(journal)
  return journal
}

function close(journal: OpenJournal): void {
  opened = opened.filter((one) => one !== journal)
  journal.close()
}

/** Opens, sells so much and closes well; whether it was opened without a check. */
function run(sales: number, from = 0): boolean {
  const journal = open()
  for (let n = from; n < from + sales; n += 1) {
    journal.prepare(intentSample({ id: `sale-${n}`, draftId: `draft-${n}`, createdAt: n }))
  }
  const { isTrusted } = journal.wholeness
  close(journal)
  return isTrusted
}

/** A journal of so many sales, closed well. */
function shop(sales: number): void {
  close(open())
  const db = openDatabase(file('journal.db'), { synchronous: 'NORMAL' })
  const journal = createJournal(db, { append: () => undefined, close: () => undefined })
  db.transaction(() => {
    for (let n = 0; n < sales; n += 1) {
      journal.prepare(intentSample({ id: `sale-${n}`, draftId: `draft-${n}`, createdAt: n }))
    }
  })
  journal.close()
  run(0)
}

describe('a journal that was closed well', () => {
  it('opens at once, again and again, and the first of all is checked', () => {
    expect([run(2), run(2, 2), run(0), run(2, 4)]).toEqual([false, true, true, true])
  })

  it.skipIf(process.platform !== 'linux')(
    'reads no more of itself before it is open after 3,000 sales than after 300',
    () => {
      const bytes = [300, 3000].map((sales) => {
        folder = makeFolder('wholeness', inMemory)
        shop(sales)
        const before = bytesRead()
        const journal = open()
        const read = bytesRead() - before
        close(journal)
        return read
      })
      // An index may be one page deeper.
      expect(bytes[1]).toBeLessThanOrEqual((bytes[0] ?? 0) + 16 * 4096)
    },
  )

  it.skipIf(process.platform === 'win32')('of another folder is checked first', () => {
    run(3)
    const copy = makeFolder('copied', inMemory)
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
    folder = copy
    expect(run(0)).toBe(false)
  })
})

/** What this thread read from files so far, as Linux counts it. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1])
}

describe('a mark that does not hold', () => {
  const changes: Record<string, () => void> = {
    'the file was written to': () => {
      const bytes = readFileSync(file('journal.db'))
      writeFileSync(file('journal.db'), bytes)
    },
    'the file was written to, and its time put back': () => {
      const { atime, mtime } = statSync(file('journal.db'))
      const bytes = readFileSync(file('journal.db'))
      writeFileSync(file('journal.db'), bytes)
      utimesSync(file('journal.db'), atime, mtime)
    },
    'another program wrote to the database': () => {
      const db = openDatabase(file('journal.db'), { synchronous: 'FULL' })
      db.run('create table other (a)')
      db.run('drop table other')
      db.close()
    },
    'a copy of before took its place': () => {
      copyFileSync(file('journal.db'), file('before'))
      run(1, 50)
      renameSync(file('before'), file('journal.db'))
    },
    'a WAL lies beside it': () => writeFileSync(file('journal.db-wal'), 'x'),
    'the mark is torn': () => writeFileSync(file('journal.closed'), '{"bytes":'),
    'what is known of the last check is gone': () => rmSync(file('journal.checked')),
    'what is known of the last check is torn': () => writeFileSync(file('journal.checked'), '{'),
  }
  it.each(Object.keys(changes))('%s: checked first', (name) => {
    run(3)
    changes[name]?.()
    expect(run(0)).toBe(false)
  })

  it('is taken away before the journal is opened, and comes back only with its close', () => {
    run(3)
    expect(existsSync(file('journal.closed'))).toBe(true)
    const journal = open()
    expect(existsSync(file('journal.closed'))).toBe(false)
    journal.prepare(intentSample())
    expect(existsSync(file('journal.closed'))).toBe(false)
    close(journal)
    expect(existsSync(file('journal.closed'))).toBe(true)
  })

  it('is not left where somebody else has the journal open, with a WAL of its own', () => {
    const journal = open()
    const reader = openDatabase(file('journal.db'), { synchronous: 'FULL', readOnly: true })
    reader.all(z.unknown(), 'select * from sale')
    journal.prepare(intentSample())
    close(journal)
    reader.close()
    expect(run(0)).toBe(false)
  })

  it('is not left once a statement met damage: the next start checks', () => {
    shop(200)
    const [page = 0] = pagesOf('sale').slice(-2)
    rot(page)
    const journal = open()
    expect(journal.wholeness.isTrusted).toBe(true)
    const reads = () => journal.begunBetween('p1', 0, 1000)
    expect(reads).toThrow(expect.objectContaining({ error: { code: 'JOURNAL_DAMAGED' } }))
    close(journal)
    expect(run(0)).toBe(false)
    expect(readRecovery(folder)).toMatchObject({ phase: 'done' })
  })

  it('is never left by a process that was ended by kill -9', async () => {
    const holder = fileURLToPath(new URL('../testing/journal-holder.ts', import.meta.url))
    run(1, 70)
    const child = spawn(process.execPath, [holder, folder])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(run(0)).toBe(false)
  })
})

/** As a disk that forgets: the page is garbage, and nothing else tells of it. */
function rot(page: number): void {
  const bytes = readFileSync(file('journal.db'))
  writeFileSync(file('journal.db'), bytes.fill(0xa5, (page - 1) * 4096, page * 4096))
  leaveClosedMark(folder, { opens: 1 })
}

/** Where a table's rows stand, in order. */
function pagesOf(table: string): number[] {
  const db = openDatabase(file('journal.db'), { synchronous: 'FULL', readOnly: true })
  const leaves = db.all(
    z.object({ pageno: z.int() }),
    "select pageno from dbstat where name = ? and pagetype = 'leaf' order by path",
    table,
  )
  db.close()
  return leaves.map(({ pageno }) => pageno)
}

const check = (tell?: (progress: CheckProgress) => void) =>
  checkJournal(
    forkNodeJournalCheck,
    { folder, isBehind: true },
    { signal: new AbortController().signal, ...(tell ? { tell } : {}) },
  )

describe('a check behind', () => {
  it('finds nothing in a whole journal, while sales go on', async () => {
    shop(300)
    const journal = open()
    const checking = check()
    for (let n = 0; n < 30; n += 1) {
      journal.prepare(intentSample({ id: `late-${n}`, draftId: `late-${n}` }))
    }
    expect(await checking).toBe('whole')
    journal.wholeness.passEnded('whole')
  })

  it('finds a page that the disk forgot, wherever it is, or the start met it', async () => {
    shop(400)
    makeBackup(folder, 'hourly')
    const whole = readFileSync(file('journal.db'))
    const pages = whole.length / 4096
    const found = { behind: 0, atStart: 0 }
    for (const part of [0.3, 0.45, 0.6, 0.75, 0.9]) {
      writeFileSync(file('journal.db'), whole)
      rot(Math.ceil(pages * part))
      const journal = open()
      if (readRecovery(folder) === null) {
        found.behind += 1
        expect(await check(), `page ${Math.ceil(pages * part)}`).toBe('damaged')
        journal.wholeness.passEnded('damaged')
        close(journal)
        // What it saw outlives the run: the next start checks, and restores.
        expect(run(0)).toBe(false)
        expect(readRecovery(folder)).toMatchObject({ phase: 'done' })
      } else {
        found.atStart += 1
        close(journal)
      }
      rmSync(file('recovery.json'))
    }
    expect(found.behind).toBeGreaterThanOrEqual(3)
  })

  it('is not needed for what the first statements meet: the start restores it', () => {
    shop(300)
    makeBackup(folder, 'hourly')
    const [page = 0] = pagesOf('erasure_log')
    rot(page)
    expect(run(0)).toBe(false)
    expect(readRecovery(folder)).toMatchObject({ phase: 'done' })
  })

  it('ends at once when it is stopped, and leaves the close to the register', async () => {
    run(5)
    const journal = open()
    const stop = new AbortController()
    const request = { folder, isBehind: true }
    const checking = checkJournal(forkNodeJournalCheck, request, { signal: stop.signal })
    stop.abort()
    await expect(checking).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
    close(journal)
    expect(run(0)).toBe(true)
  })
})

describe('when a pass is due', () => {
  const start = Date.UTC(2026, 10, 1)
  /** A day's run; what it was: trusted, and whether a pass was due. */
  function live(at: number, ends: 'whole' | 'not' | null = null): [boolean, boolean] {
    const wholeness = beginWholeness(folder, false, at)
    const isDue = wholeness.isPassDue(at)
    if (!wholeness.isTrusted) wholeness.passEnded('whole', at)
    else if (isDue && ends !== null) {
      wholeness.passBegun(at)
      if (ends === 'whole') wholeness.passEnded(ends, at + 60_000)
    }
    wholeness.closed()
    return [wholeness.isTrusted, isDue]
  }
  beforeEach(() => {
    run(1)
    live(start)
    rmSync(file('journal.checked'))
    live(start)
  })

  it('is each week of use, and not before', () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => live(start + n * day, 'whole'))
    expect(days.map(([isTrusted]) => isTrusted)).toEqual(days.map(() => true))
    expect(days.map(([, isDue]) => isDue)).toEqual([
      ...[false, false, false, false, false],
      ...[true, false, false],
    ])
  })

  it('comes to its end within a week however often it is interrupted: then a start waits for it', () => {
    const days = Array.from({ length: 16 }, (_, n) => live(start + (n + 1) * day, 'not'))
    expect(days.findIndex(([isTrusted]) => !isTrusted)).toBe(5 + 8)
    expect(live(start + 17 * day)).toEqual([true, false])
  })

  it('is after holidays, but nobody waits for it', () => {
    expect(live(start + 60 * day, 'whole')).toEqual([true, true])
    expect(live(start + 61 * day)).toEqual([true, false])
  })

  it('is when the clock was put back before the last one, and not at each start then', () => {
    expect(live(start - 400 * day, 'whole')).toEqual([true, true])
    expect(live(start - 399 * day)).toEqual([true, false])
    expect(live(start + day, 'whole')).toEqual([true, true])
  })

  it('is after so many starts where the clock stands still', () => {
    const starts = Array.from({ length: 32 }, () => live(start + 1000, 'whole'))
    expect(starts.map(([, isDue]) => isDue).indexOf(true)).toBe(29)
    expect(starts.filter(([, isDue]) => isDue)).toHaveLength(1)
  })
})
