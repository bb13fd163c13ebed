import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createElectronPaper } from '../../electron/host/electron/electron-paper.ts'
import { FakeBrowserWindow, FakeContents, session } from './fake-electron.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('./fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

const roll = { html: '<!doctype html><p>Comprobante</p>', width: 80, height: null }
const sheet = { ...roll, width: 210, height: 297 }

let paper: ReturnType<typeof createElectronPaper>
beforeEach(() => {
  paper = createElectronPaper(async () => 'POS-80')
})
afterEach(() => {
  vi.useRealTimers()
  FakeContents.printAnswer = [true, '']
  FakeContents.printed.length = 0
  FakeContents.pdfs.length = 0
  FakeBrowserWindow.loaded.length = 0
})

test('a named printer prints without asking, on as much of the roll as the page is long', async () => {
  await paper.printPage(roll, 'POS-80')
  expect(FakeContents.printed).toEqual([
    {
      silent: true,
      deviceName: 'POS-80',
      printBackground: true,
      margins: { marginType: 'none' },
      // 400 pixels are 106 mm; a little more keeps the last line on the page.
      pageSize: { width: 80_000, height: 108_000 },
    },
  ])
})

test('without a name the system asks', async () => {
  await paper.printPage(sheet, null)
  expect(FakeContents.printed).toMatchObject([
    { silent: false, pageSize: { width: 210_000, height: 297_000 } },
  ])
  expect(FakeContents.printed[0]).not.toHaveProperty('deviceName')
})

test('a dialog that is closed, and a printer that is gone, are told apart', async () => {
  FakeContents.printAnswer = [false, 'Print job canceled']
  await expect(paper.printPage(roll, null)).rejects.toMatchObject({
    error: { code: 'PRINT_CANCELLED' },
  })
  FakeContents.printAnswer = [false, 'Invalid printer settings']
  await expect(paper.printPage(roll, 'POS-80')).rejects.toMatchObject({
    error: { code: 'PRINTER_REFUSED', params: { printer: 'POS-80' } },
  })
  FakeContents.printAnswer = [true, '']
  await paper.printPage(roll, 'POS-80')
})

test('a PDF has the size of its paper, in inches', async () => {
  expect(Buffer.from(await paper.pdf(sheet)).toString()).toBe('%PDF')
  expect(FakeContents.pdfs).toMatchObject([
    { pageSize: { width: 210 / 25.4, height: 297 / 25.4 }, printBackground: true },
  ])
})

test('printers are told by the names of the system and of people', async () => {
  expect(await paper.printers()).toEqual([
    { name: 'POS-80', label: 'Caja', isDefault: true },
    { name: 'Oficina', label: 'Oficina', isDefault: false },
  ])
})

test('each page is drawn in a hidden window of its own session, which can do nothing else', async () => {
  await paper.printPage(roll, 'POS-80')
  expect(FakeBrowserWindow.last?.isDestroyed()).toBe(true)
  const own = session.fromPartition('papel')
  expect(own).not.toBe(session.defaultSession)
  expect(FakeBrowserWindow.loaded).toMatchObject([
    {
      url: 'app://mostrador/papel',
      options: { show: false, webPreferences: { sandbox: true, session: own } },
    },
  ])
  const options = FakeBrowserWindow.last?.options.webPreferences ?? {}
  expect(options).not.toHaveProperty('preload')
  const answer = await own.schemes.get('app')?.(new Request('app://mostrador/papel'))
  expect(await answer?.text()).toBe(roll.html)
  expect(answer?.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  expect(answer?.headers.get('content-security-policy')).not.toContain('script-src')
  const elsewhere = await own.schemes.get('app')?.(new Request('app://mostrador/index.html'))
  expect(elsewhere?.status).toBe(404)
  const cancelled = (url: string) => {
    let cancel: boolean | null = null
    own.beforeRequest?.({ url }, (decision) => (cancel = decision.cancel))
    return cancel
  }
  expect(cancelled('app://mostrador/papel')).toBe(false)
  expect(cancelled('https://example.com/')).toBe(true)
  expect(cancelled('file:///etc/passwd')).toBe(true)
  expect(own.permissionCheck?.({}, 'media', 'app://mostrador/')).toBe(false)
})

test('pages wait for one another, and one that fails holds none up', async () => {
  FakeContents.printAnswer = [false, 'no such printer']
  const first = paper.printPage(roll, 'away')
  FakeContents.printAnswer = [true, '']
  const second = paper.printPage({ ...roll, html: '<p>2</p>' }, 'POS-80')
  await Promise.allSettled([first, second])
  await expect(second).resolves.toBeUndefined()
  const shown = await session.fromPartition('papel').schemes.get('app')?.(
    new Request('app://mostrador/papel'),
  )
  expect(await shown?.text()).toBe('<p>2</p>')
})

test.each([
  ['a printer that never answers', 'POS-80', 60_000],
  ['a dialog that never answers', null, 600_000],
] as const)('%s lets the next page through after its time', async (_, printer, ms) => {
  vi.useFakeTimers()
  FakeContents.printAnswer = null
  const first = paper.printPage(roll, printer).catch((caught: unknown) => caught)
  await expect.poll(() => FakeContents.printed).toHaveLength(1)
  const silent = FakeBrowserWindow.last
  FakeContents.printAnswer = [true, '']
  const second = paper.printPage(roll, 'POS-80')
  await vi.advanceTimersByTimeAsync(ms - 1_000)
  expect([silent?.isDestroyed(), FakeContents.printed.length]).toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(1_000)
  // Whether anything came out nobody knows.
  expect(await first).toMatchObject({ error: { code: 'PRINTER_INTERRUPTED' } })
  expect(silent?.isDestroyed()).toBe(true)
  await second
  expect(FakeContents.printed).toHaveLength(2)
})
