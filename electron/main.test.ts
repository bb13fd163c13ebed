import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { app, FakeBrowserWindow, protocol } from '../tests/contract/fake-electron.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../tests/contract/fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

test('the app opens one window after its sandbox and scheme are set, and quits when it closes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'main-'))
  app.dataDir = dataDir
  await import('./main.ts')
  await expect.poll(() => FakeBrowserWindow.last).not.toBeNull()
  expect(app.done).toEqual([
    'enableSandbox',
    `userData ${dataDir}`,
    `sessionData ${join(dataDir, 'electron')}`,
    'requestSingleInstanceLock',
  ])
  expect(protocol.privileged).toMatchObject([{ scheme: 'app' }])
  await expect.poll(() => app.listenerCount('second-instance')).toBe(1)
  app.emit('second-instance')
  expect(FakeBrowserWindow.last?.focused).toBe(1)
  FakeBrowserWindow.last?.destroy()
  await expect.poll(() => app.done.at(-1)).toBe('quit')
  rmSync(dataDir, { recursive: true })
})
