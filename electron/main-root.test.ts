import { expect, test, vi } from 'vitest'
import { app } from '../tests/contract/fake-electron.ts'
import { makeFolder } from '../tests/folders.ts'

const { startApp } = vi.hoisted(() => ({
  startApp: vi.fn<(host: { unsandboxed: boolean }) => Promise<object>>(async () => ({
    window: { emit() {}, focus() {}, closed: Promise.resolve() },
    close: async () => undefined,
  })),
}))
vi.mock('electron', async () => {
  const { fakeElectron } = await import('../tests/contract/fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})
vi.mock('./app.ts', () => ({ startApp }))

test('the administrator keeps the switch without which there is no window, and the frame says so', async () => {
  const dataDir = makeFolder('main')
  process.argv = ['electron', '.', '--no-sandbox', `--data-dir=${dataDir}`]
  app.switches.add('no-sandbox')
  await import('./main.ts')
  await expect.poll(() => app.done.at(-1)).toBe('quit')
  expect(app.done).not.toContain('enableSandbox')
  expect(app.switches).toContain('no-sandbox')
  expect(startApp.mock.calls[0]?.[0].unsandboxed).toBe(true)
})
