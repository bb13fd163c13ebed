import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reactive, ref } from 'vue'
import { channels } from '../../electron/ipc/channels.ts'
import { call } from '../../renderer/bridge/client.ts'
import type { CallInput } from '../../shared/contract/index.ts'
import { reportFilterSchema } from '../../shared/contract/reports.ts'
import { exposed, FakeBrowserWindow, ipcMain } from './fake-electron.ts'

// What pages hold is Vue's proxies; what leaves them is plain data, or Electron's bridge refuses it.

vi.mock('electron', async () => {
  const { fakeElectron } = await import('./fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

const page = { rows: [], own: [], count: 0 }
let asked: unknown[]

beforeEach(async () => {
  asked = []
  new FakeBrowserWindow({ webPreferences: {} })
  ipcMain.handle(channels.call, (_event, request) => {
    asked.push(request)
    return { ok: true, value: page }
  })
  await import('../../electron/preload.ts')
  vi.stubGlobal('window', { bridge: exposed.get('bridge') })
})
afterEach(() => vi.unstubAllGlobals())

const plain: CallInput<'reports.page'> = {
  kind: 'sales',
  from: '2026-11-01',
  to: '2026-11-21',
  offset: 0,
  limit: 50,
  sort: { column: 'createdAt', descending: true },
  filter: reportFilterSchema.parse({ statusIds: ['1'], productIds: ['7', '8'] }),
}

test.each([
  ['a reactive input', () => reactive({ ...plain })],
  ['what is nested in a plain one', () => ({ ...plain, filter: ref({ ...plain.filter }).value })],
  ['a copy of what is reactive', () => ({ ...reactive({ ...plain }) })],
  [
    'a list inside a filter',
    () => ({ ...plain, filter: { ...plain.filter, productIds: reactive(['7', '8']) } }),
  ],
])('%s crosses as what it says', async (_, input) => {
  expect(await call('reports.page', input())).toEqual(page)
  expect(asked).toEqual([{ call: 'reports.page', input: plain }])
})
