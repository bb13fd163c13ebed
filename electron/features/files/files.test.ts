import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { openSettingsFile } from '../../host/system/settings-file.ts'
import { saveJson, saveText } from '../../store/files/save-file.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createApprovedFiles } from './approved.ts'
import { createFiles } from './index.ts'
import { checkTarget, isOnShare, type SaveRoots } from './target.ts'

/** A person's home, with the data folder in it, beside a folder of somebody else. */
let base: string
let home: string
let folder: string
let dataDir: string
beforeEach(() => {
  base = realpathSync(makeFolder('files'))
  home = join(base, 'ana')
  folder = join(home, 'Documentos')
  dataDir = join(home, 'Caja')
  for (const one of [folder, dataDir, join(base, 'otro')]) mkdirSync(one, { recursive: true })
})

const roots = (platform: NodeJS.Platform = 'linux'): SaveRoots => ({
  home,
  dataDir,
  platform,
  mounts: [join(base, 'media')],
})
const check = (where: string, name: string, platform?: NodeJS.Platform) =>
  checkTarget(roots(platform), where, name)

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error : caught),
  )

/** The feature as one window has it; `here` is who is at the register. */
function files(kind: 'chosen' | 'ask' = 'ask') {
  const opened: string[] = []
  const register = { here: 'ana' as string | null, chosen: '' }
  const approved = createApprovedFiles()
  const feature = createFiles({
    approved,
    host: {
      chooseSave: async (name) =>
        kind === 'ask'
          ? { kind, folder, name }
          : { kind, path: register.chosen || join(folder, name) },
      openPath: async (path) => void opened.push(`open ${path}`),
      showInFolder: async (path) => void opened.push(`show ${path}`),
    },
    who: () => register.here,
    roots: roots(),
  })
  const mustBeApproved = (path: string) => approved.mustBeApproved(path, register.here)
  return { ...feature, mustBeApproved, opened, register }
}

/** Once the page was told to ask by itself. */
async function asked() {
  const feature = files()
  await feature.handlers['files.chooseSave']({ suggestedName: 'v.xlsx' })
  return feature
}

describe('what a person agreed to', () => {
  test('only what was chosen is written or opened', async () => {
    const { handlers, mustBeApproved, opened } = await asked()
    const path = join(folder, 'v.xlsx')
    expect(() => mustBeApproved(path)).toThrow(Failure)
    expect(await codeOf(handlers['files.open']({ path, what: 'file' }))).toEqual({
      code: 'FILE_NOT_ALLOWED',
    })
    await handlers['files.approve']({ folder, name: 'v.xlsx' })
    mustBeApproved(path)
    await handlers['files.open']({ path, what: 'file' })
    expect(opened).toEqual([`open ${path}`])
  })

  test('where the system has a dialog, only what was chosen in it is written or opened', async () => {
    const { handlers, opened } = files('chosen')
    const path = join(folder, 'w.txt')
    const approve = () => codeOf(handlers['files.approve']({ folder, name: 'w.txt' }))
    expect(await approve()).toEqual({ code: 'FILE_NOT_ALLOWED' })
    await handlers['files.chooseSave']({ suggestedName: 'w.txt' })
    expect(await approve()).toEqual({ code: 'FILE_NOT_ALLOWED' })
    await handlers['files.saveText']({ path, text: 'a b' })
    await handlers['files.open']({ path, what: 'folder' })
    expect(readFileSync(path, 'utf8')).toBe('a b')
    expect(opened).toEqual([`show ${path}`])
  })

  test('it ends with the person', async () => {
    const { handlers, mustBeApproved, register } = await asked()
    const { path } = await handlers['files.approve']({ folder, name: 'v.xlsx' })
    for (const here of ['luis', null]) {
      register.here = here
      expect(() => mustBeApproved(path)).toThrow(Failure)
    }
    register.here = 'ana'
    mustBeApproved(path)
  })

  test('a folder that became a link to another since is no longer what was agreed to', async () => {
    const { handlers, mustBeApproved } = await asked()
    const swapped = join(folder, 'hoy')
    mkdirSync(swapped)
    const { path } = await handlers['files.approve']({ folder: swapped, name: 'a.txt' })
    rmSync(swapped, { recursive: true })
    symlinkSync(dataDir, swapped)
    expect(() => mustBeApproved(path)).toThrow(Failure)
  })

  test('a text for a folder that is gone says so', async () => {
    const { handlers } = await asked()
    const gone = join(folder, 'gone')
    mkdirSync(gone)
    const { path } = await handlers['files.approve']({ folder: gone, name: 'a.txt' })
    rmSync(gone, { recursive: true })
    expect(await codeOf(handlers['files.saveText']({ path, text: '' }))).toMatchObject({
      code: 'FOLDER_NOT_FOUND',
    })
  })
})

test('a name too long for the disk is told as a file that cannot be written', async () => {
  const long = saveText(join(folder, `${'字'.repeat(300)}.txt`), 'x')
  expect(await codeOf(long)).toMatchObject({ code: 'FILE_NOT_WRITABLE' })
})

describe('where nothing is written', () => {
  const refused = (where: string) => ({ code: 'FOLDER_NOT_ALLOWED', params: { folder: where } })

  test('the settings cannot be written over, in the window nor by the system’s dialog', async () => {
    openSettingsFile(dataDir).set('connection', { activeId: 'p1' })
    const before = readFileSync(join(dataDir, 'settings.json'), 'utf8')
    const typed = await asked()
    const write = (path: string) => typed.handlers['files.saveText']({ path, text: '{}' })
    for (const name of ['settings.json', 'settings.txt']) {
      const approve = typed.handlers['files.approve']({ folder: dataDir, name })
      expect(await codeOf(approve)).toEqual(refused(dataDir))
      expect(await codeOf(write(join(dataDir, name)))).toEqual({ code: 'FILE_NOT_ALLOWED' })
    }
    const dialog = files('chosen')
    dialog.register.chosen = join(dataDir, 'settings.json')
    const choose = dialog.handlers['files.chooseSave']({ suggestedName: 'a.json' })
    expect(await codeOf(choose)).toEqual(refused(dataDir))
    expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe(before)
  })

  test.each([
    ['the data folder', () => dataDir],
    ['a folder in it', () => join(dataDir, 'backups')],
    ['a folder that starts with a dot', () => join(home, '.config')],
    ['a folder in one', () => join(home, '.config', 'autostart')],
    ['another person’s', () => join(base, 'otro')],
    ['the system’s', () => '/etc'],
    ['a mount’s dot folder', () => join(base, 'media', 'usb', '.Trash')],
  ])('%s', async (_, where) => {
    if (where() !== '/etc') mkdirSync(where(), { recursive: true })
    expect(await codeOf(check(where(), 'v.csv'))).toEqual(refused(where()))
    if (where() === '/etc') return
    const link = join(folder, 'enlace')
    symlinkSync(where(), link)
    expect(await codeOf(check(link, 'v.csv'))).toEqual(refused(link))
  })

  test('what Windows and macOS keep for programs', async () => {
    for (const [name, platform] of [
      ['AppData', 'win32'],
      ['Library', 'darwin'],
    ] as const) {
      const inside = join(home, name, 'Caja')
      mkdirSync(inside, { recursive: true })
      expect(await codeOf(check(inside, 'v.csv', platform))).toEqual(refused(inside))
      expect(await codeOf(check(inside, 'v.csv', 'linux'))).toBeNull()
    }
  })

  test('what macOS keeps of a cloud there is a person’s', async () => {
    for (const name of ['CloudStorage/OneDrive-Tienda', 'Mobile Documents/com~apple~CloudDocs']) {
      const cloud = join(home, 'Library', name)
      mkdirSync(cloud, { recursive: true })
      expect(await codeOf(check(cloud, 'v.csv', 'darwin'))).toBeNull()
    }
  })

  test.each([
    ['\\\\servidor\\ventas', true],
    ['\\\\servidor\\ventas\\2026\\nov', true],
    ['\\\\servidor\\ventas$', true],
    ['\\\\servidor\\ventas\\.git', false],
    ['\\\\servidor', false],
    ['\\\\localhost\\C$\\Users\\ana', false],
    ['\\\\?\\C:\\Windows', false],
    ['\\\\.\\C:\\Windows', false],
    ['C:\\Windows', false],
  ])('the share %j of another machine, where a drive of Windows leads: %j', (real, allowed) => {
    expect(isOnShare(real)).toBe(allowed)
  })

  test('a folder of the network that was chosen in the system’s dialog is looked at', async () => {
    const chosen = checkTarget(roots('win32'), `/${folder}`, 'v.csv', 'chosen')
    expect(await chosen).toEqual({ path: join(folder, 'v.csv'), exists: false })
  })

  test('the home itself and a mount are', async () => {
    const usb = join(base, 'media', 'usb')
    mkdirSync(usb, { recursive: true })
    for (const where of [home, usb]) {
      expect(await check(where, 'v.csv')).toEqual({ path: join(where, 'v.csv'), exists: false })
    }
  })

  test('a link within the home leads to the real folder', async () => {
    symlinkSync(folder, join(home, 'Docs'))
    expect(await check(join(home, 'Docs'), 'v.csv')).toEqual({
      path: join(folder, 'v.csv'),
      exists: false,
    })
  })
})

describe('what is replaced', () => {
  test('a report is, when it was asked about', async () => {
    const { handlers } = await asked()
    for (const name of ['v.xlsx', 'v.csv', 'v.txt', 'v.PDF']) {
      const ask = () => handlers['files.approve']({ folder, name })
      expect(await ask()).toMatchObject({ exists: false })
      writeFileSync(join(folder, name), '')
      expect(await ask()).toMatchObject({ exists: true })
    }
  })

  test('a .json only where this product wrote it', async () => {
    const path = join(folder, 'cliente.json')
    writeFileSync(path, '{"name":"a program"}')
    expect(await codeOf(check(folder, 'cliente.json'))).toEqual({
      code: 'FILE_NOT_OURS',
      params: { file: 'cliente.json' },
    })
    rmSync(path)
    await saveJson(path, { customer: '300' })
    expect(await check(folder, 'cliente.json')).toEqual({ path, exists: true })
  })

  test('a link is not', async () => {
    writeFileSync(join(dataDir, 'journal.txt'), 'x')
    symlinkSync(join(dataDir, 'journal.txt'), join(folder, 'v.txt'))
    expect(await codeOf(check(folder, 'v.txt'))).toMatchObject({ code: 'FILE_NOT_OURS' })
  })

  test('the window’s own texts are texts', async () => {
    const { handlers } = await asked()
    const { path } = await handlers['files.approve']({ folder, name: 'v.xlsx' })
    expect(await codeOf(handlers['files.saveText']({ path, text: 'x' }))).toMatchObject({
      code: 'FILE_NAME_INVALID',
    })
    expect(existsSync(path)).toBe(false)
  })
})

describe('the name', () => {
  test('an ending may be in capitals', async () => {
    expect(await check(folder, 'Ventas.XLSX')).toMatchObject({ exists: false })
  })

  test('a dialog that adds no ending gets it, and replaces nothing that it did not ask about', async () => {
    const { handlers, mustBeApproved, register } = files('chosen')
    register.chosen = join(folder, 'Ventas')
    const choose = () => handlers['files.chooseSave']({ suggestedName: 'x.csv' })
    expect(await choose()).toEqual({ kind: 'chosen', path: join(folder, 'Ventas.csv') })
    mustBeApproved(join(folder, 'Ventas.csv'))
    writeFileSync(join(folder, 'Ventas.csv'), '')
    expect(await codeOf(choose())).toMatchObject({ code: 'FILE_NAME_INVALID' })
  })

  test.each(['\\\\server\\share', '//server/share'])(
    '%j is not asked for under Windows',
    async (typed) => {
      mkdirSync(join(folder, 'share'))
      expect(await codeOf(check(typed, 'v.csv', 'win32'))).toMatchObject({
        code: 'FOLDER_NOT_FOUND',
      })
      expect(await codeOf(check(`/${join(folder, 'share')}`, 'v.csv', 'win32'))).toMatchObject({
        code: 'FOLDER_NOT_FOUND',
      })
    },
  )

  test.each([
    '../v.xlsx',
    'a/b.csv',
    'a\\b.csv',
    '.xlsx',
    'v.exe',
    'v',
    'v.xlsx ',
    'con.csv',
    'a:b.csv',
    'a\u202Evsc.txt',
    'a\ud83d.txt',
  ])('%j is refused', async (name) => {
    expect(await codeOf(check(folder, name))).toEqual({
      code: 'FILE_NAME_INVALID',
      params: { file: name },
    })
  })

  test('that of a folder is refused as such', async () => {
    mkdirSync(join(folder, 'v.csv'))
    expect(await codeOf(check(folder, 'v.csv'))).toEqual({
      code: 'FILE_NAME_OF_FOLDER',
      params: { file: 'v.csv' },
    })
  })

  test.each(['/no/such/folder', 'relative', ''])('the folder %j is refused', async (typed) => {
    expect(await codeOf(check(typed, 'v.csv'))).toEqual({
      code: 'FOLDER_NOT_FOUND',
      params: { folder: typed },
    })
  })
})
