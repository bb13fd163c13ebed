import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test, vi } from 'vitest'
import { app, FakeBrowserWindow, protocol } from '../tests/contract/fake-electron.ts'
import { makeFolder } from '../tests/folders.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../tests/contract/fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

test('the app opens one window after its sandbox and scheme are set, and quits when it closes', async () => {
  // Windows ties notifications to the shortcut that the installer made under this name.
  const appId = /^appId: (.+)$/m.exec(readFileSync('electron-builder.yml', 'utf8'))?.[1]
  const dataDir = makeFolder('main')
  process.argv = ['electron', '.', '--inspect', '--data-dir', relative('.', dataDir)]
  await import('./main.ts')
  await expect.poll(() => FakeBrowserWindow.last).not.toBeNull()
  expect(app.done).toEqual([
    'enableSandbox',
    `id ${appId}`,
    `userData ${dataDir}`,
    `sessionData ${join(dataDir, 'electron')}`,
    'requestSingleInstanceLock',
  ])
  expect(protocol.privileged).toMatchObject([{ scheme: 'app' }])
  await expect.poll(() => app.listenerCount('second-instance')).toBe(1)
  app.emit('second-instance')
  expect(FakeBrowserWindow.last?.focused).toBe(1)
  FakeBrowserWindow.last?.destroy()
  app.emit('second-instance')
  expect(FakeBrowserWindow.last?.focused).toBe(1)
  await expect.poll(() => app.done.at(-1)).toBe('quit')
})
