import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openShop } from '../../electron/features/selling/testing/shop.ts'
import { openRegister, closeRegister } from '../../electron/register.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { intentSample } from '../../electron/store/testing/journal-samples.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { Failure } from '../../shared/errors.ts'
import { makeFolder } from '../folders.ts'
import { openSmallDisk } from './small-disk.ts'

const disk = openSmallDisk(12)
afterAll(() => disk?.dispose())

const opened: Journal[] = []
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close()
})

function open(folder: string): Journal {
  const journal = openJournal(folder)
  opened.push(journal)
  return journal
}

function close(journal: Journal): void {
  opened.splice(opened.indexOf(journal), 1)
  journal.close()
}

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

/** A shop whose every sale is of another draft and phone. */
function shopOf(journal: Journal) {
  const shop = openShop({ journal })
  let count = 0
  const sellNext = () => {
    count += 1
    const values = { customerCellphone: `300 123 ${1000 + count}`, amount: '5000' }
    return shop.sell({ draftId: `draft-${count}`, values })
  }
  return { ...shop, sellNext }
}

// Mounting a file system takes rights that not every computer gives its tests.
describe.skipIf(disk === null)('a disk that is full to the last byte', () => {
  const folderOf = (name: string) => join(disk?.folder ?? '', name)

  it('refuses a sale before it is sent, keeps all that was acknowledged, and goes on with room', async () => {
    const folder = folderOf('before')
    const journal = open(folder)
    const shop = shopOf(journal)
    for (let n = 0; n < 5; n += 1) await shop.sellNext()
    disk?.fill()
    // The WAL may have room of its own for a few more; each of them is a sale like any other.
    let sold = 5
    let code = 'nothing thrown'
    while (code === 'nothing thrown' && sold < 100) {
      code = await codeOf(() => shop.sellNext())
      if (code === 'nothing thrown') sold += 1
    }
    expect(code).toBe('DISK_FULL')
    expect(shop.bodies).toHaveLength(sold)
    expect(await codeOf(() => makeBackup(folder, 'hourly'))).toBe('DISK_FULL')
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
    const list = { limit: 5000 }
    const accepted = () =>
      journal.list('p1', list).sales.filter(({ state }) => state === 'ACCEPTED')
    expect(accepted()).toHaveLength(sold)
    disk?.free()
    expect((await shop.sellNext()).state).toBe('ACCEPTED')
    expect(shop.bodies).toHaveLength(sold + 1)
    await shop.selling.stop()
    close(journal)
    // Opened again, nothing of it is lost and nothing more was sent.
    const again = open(folder)
    const sent = again.list('p1', list).sales.filter(({ state }) => state === 'ACCEPTED')
    expect(sent).toHaveLength(sold + 1)
    const ids = new Set(shop.bodies.map((body) => /"_id":"([^"]+)"/.exec(body)?.[1]))
    expect(new Set(sent.map(({ id }) => id))).toEqual(ids)
  })

  it('holds a sale that was sent for unknown, and writes what came of it once there is room', async () => {
    const journal = open(folderOf('after'))
    const shop = shopOf(journal)
    shop.selling.start()
    await shop.sellNext()
    // The disk fills up while the request is out.
    const gate = Promise.withResolvers<null>()
    shop.state.gate = gate.promise
    const pending = shop.sellNext()
    await shop.clock.pass(0)
    expect(shop.bodies).toHaveLength(2)
    disk?.fill()
    const bulky = intentSample({ body: 'x'.repeat(400_000) })
    expect(await codeOf(() => journal.prepare(bulky))).toBe('DISK_FULL')
    gate.resolve(null)
    const shown = await pending
    expect(shown).toMatchObject({ state: 'UNKNOWN', error: { code: 'DISK_FULL' } })
    expect(journal.sale(shown.id)?.state).toBe('SENDING')
    disk?.free()
    await shop.clock.pass(30_000)
    expect((await shop.sale(shown.id)).state).toBe('APPROVED')
    expect(shop.bodies).toHaveLength(2)
    await shop.selling.stop()
  })

  it('opens the journal to look, and says why nothing can be sold', async () => {
    const folder = folderOf('start')
    close(open(folder))
    disk?.fill()
    const register = openRegister(folder)
    // A journal that needs no new page may open whole; the first sale is refused then.
    if (register.kind === 'blocked') expect(register.failure.error.code).toBe('DISK_FULL')
    else expect(await codeOf(() => shopOf(register.journal).sellNext())).toBe('DISK_FULL')
    closeRegister(register)
    disk?.free()
    close(open(folder))
  })
})

const roomy = openSmallDisk(130)
afterAll(() => roomy?.dispose())

describe.skipIf(roomy === null)('a disk that copies of earlier versions fill', () => {
  it('takes a new copy in the place of the oldest, never of the newest, and leaves room for sales', async () => {
    const folder = join(roomy?.folder ?? '', 'shop')
    close(open(folder))
    mkdirSync(join(folder, 'backups'))
    const older = [1, 2, 3, 4, 5].map((hour) => `journal-20260101T0${hour}0000000Z-hourly.db`)
    for (const name of older) {
      const path = join(folder, 'backups', name)
      copyFileSync(join(folder, 'journal.db'), path)
      // They are of different sizes, as years of them are; SQLite passes over what stands behind a database.
      appendFileSync(path, Buffer.alloc(15 * 1024 * 1024, 1))
    }
    const { bavail: before, bsize } = statfsSync(folder)
    expect(before * bsize).toBeLessThan(64 * 1024 * 1024)
    const journal = open(folder)
    const { name } = makeBackup(folder, 'hourly')
    close(journal)
    expect(statfsSync(folder).bavail * bsize).toBeGreaterThan(64 * 1024 * 1024)
    const left = readdirSync(join(folder, 'backups'))
    expect(left).toContain(name)
    expect(left).not.toContain(older[0])
    expect(left).toContain(older[4])
  })
})

// /dev/full takes no byte, whoever asks.
describe.skipIf(!existsSync('/dev/full'))('an intents.log that cannot be written', () => {
  it('refuses the sale before it is sent', async () => {
    const folder = makeFolder('full')
    symlinkSync('/dev/full', join(folder, 'intents.log'))
    const journal = open(folder)
    const shop = shopOf(journal)
    expect(await codeOf(() => shop.sellNext())).toBe('DISK_FULL')
    expect(shop.bodies).toHaveLength(0)
    expect(journal.list('p1', { limit: 10 }).sales.map(({ state }) => state)).toEqual(['NOT_SENT'])
    expect(await codeOf(() => journal.prepare(intentSample()))).toBe('DISK_FULL')
    close(journal)
  })
})
