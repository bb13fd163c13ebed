import { expect, test, vi } from 'vitest'
import { app, dialog } from '../tests/contract/fake-electron.ts'
import { makeFolder } from '../tests/folders.ts'

const { window, sale, close } = vi.hoisted(() => {
  const sale = Promise.withResolvers<null>()
  return { sale, window: Promise.withResolvers<null>(), close: vi.fn(() => sale.promise) }
})
vi.mock('electron', async () => {
  const { fakeElectron } = await import('../tests/contract/fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})
vi.mock('./app.ts', () => ({
  startApp: async () => ({ window: { emit() {}, focus() {}, closed: window.promise }, close }),
}))

/** Asks to quit as Electron does; answers whether it may. */
function mayQuit(): boolean {
  let held = false
  app.emit('will-quit', { preventDefault: () => (held = true) })
  return !held
}

test('nothing quits while a sale that is out keeps the app closing, whoever asks', async () => {
  const dataDir = makeFolder('main')
  process.argv = ['electron', `--data-dir=${dataDir}`]
  vi.stubEnv('APPIMAGE', '/opt/Mostrador.AppImage')
  await import('./main.ts')
  await expect.poll(() => app.listenerCount('second-instance')).toBe(1)
  window.resolve(null)
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(mayQuit()).toBe(false)
  expect(app.done).not.toContain('quit')
  // Somebody who sees no window starts the program again: it says why once, and opens when this one has ended.
  app.emit('second-instance')
  app.emit('second-instance')
  expect(dialog.questions.map(({ message }) => message)).toEqual(['Mostrador se está cerrando…'])
  expect(app.done).not.toContain('relaunch /opt/Mostrador.AppImage')
  sale.resolve(null)
  await expect.poll(() => app.done.at(-1)).toBe('quit')
  expect(app.done.slice(-2)).toEqual(['relaunch /opt/Mostrador.AppImage', 'quit'])
  expect(mayQuit()).toBe(true)
  expect(close).toHaveBeenCalledTimes(1)
  vi.unstubAllEnvs()
})
