import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { app } from '../tests/contract/fake-electron.ts'

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
  const dataDir = mkdtempSync(join(tmpdir(), 'main-'))
  process.argv = ['electron', `--data-dir=${dataDir}`]
  await import('./main.ts')
  await expect.poll(() => app.listenerCount('second-instance')).toBe(1)
  window.resolve(null)
  await expect.poll(() => close.mock.calls.length).toBe(1)
  expect(mayQuit()).toBe(false)
  expect(app.done).not.toContain('quit')
  sale.resolve(null)
  await expect.poll(() => app.done.at(-1)).toBe('quit')
  expect(mayQuit()).toBe(true)
  expect(close).toHaveBeenCalledTimes(1)
  rmSync(dataDir, { recursive: true })
})
