import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSettingsFile } from '../../host/system/settings-file.ts'
import { createLog } from '../../log.ts'
import { openRegister, closeRegister } from '../../register.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { cachePath, openCacheAnyway } from '../cache/cache.ts'
import { makeOwnFolder } from './own-folder.ts'
import { saveText } from './save-file.ts'

let base: string
let umask: number
beforeEach(() => {
  base = makeFolder('own')
  umask = process.umask(0o022)
})
afterEach(() => {
  process.umask(umask)
})

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
/** Every file and folder below one, with what others may do with it. */
const open = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )

test.skipIf(process.platform === 'win32')('all that a register keeps is the person’s alone', () => {
  const folder = join(base, 'share', 'mostrador')
  createLog(folder).info('begun')
  openSettingsFile(folder).set('settings', {})
  const register = openRegister(folder)
  const cache = openCacheAnyway(cachePath(folder), () => undefined)
  expect(rightsOf(folder)).toBe('700')
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['cache.db', 'cache.db-wal', 'journal.db', 'lock.db', 'mostrador.log']),
  )
  expect(open(folder)).toEqual([])
  cache.close()
  closeRegister(register)
})

test.skipIf(process.platform === 'win32')('what an older version left open is closed', () => {
  const folder = join(base, 'old')
  mkdirSync(join(folder, 'backups'), { recursive: true })
  mkdirSync(join(folder, 'intents'))
  const names = ['journal.db', 'cache.db', 'cache.db-wal', 'lock.db', 'backups/x.db']
  // As another place's rights are, where the whole folder was copied to.
  names.push('search.db', 'intents/000001.log', 'journal.gaps')
  for (const name of names) writeFileSync(join(folder, name), '')
  for (const name of ['.', 'backups', 'intents']) chmodSync(join(folder, name), 0o755)
  makeOwnFolder(folder)
  expect(rightsOf(folder)).toBe('700')
  expect(open(folder)).toEqual([])
})

test.skipIf(process.platform === 'win32')(
  'a folder of others that somebody names keeps its rights, and what we keep in it has ours',
  () => {
    writeFileSync(join(base, 'theirs.txt'), '')
    chmodSync(base, 0o777)
    createLog(base).info('begun')
    closeRegister(openRegister(base))
    expect(rightsOf(base)).toBe('777')
    expect(open(base)).toEqual(['theirs.txt'])
  },
)

test.skipIf(process.platform === 'win32')(
  'what a person saves elsewhere has that folder’s rights',
  async () => {
    await saveText(join(base, 'v.txt'), 'x')
    expect(rightsOf(join(base, 'v.txt'))).toBe('644')
    process.umask(0o002)
    await saveText(join(base, 'shared.txt'), 'x')
    expect(rightsOf(join(base, 'shared.txt'))).toBe('664')
  },
)
