import { vi } from 'vitest'
import { createElectronHost, electronOrigin } from '../../electron/host/electron/electron-host.ts'
import { channels } from '../../electron/ipc/channels.ts'
import { createLog } from '../../electron/log.ts'
import {
  replySchema,
  type Bridge,
  type BridgeEvent,
  type Reply,
} from '../../shared/contract/bridge.ts'
import { makeFolder } from '../folders.ts'
import { bridgeSuite } from './bridge-suite.ts'
import { exposed, FakeBrowserWindow, FakeContents, invokeAs } from './fake-electron.ts'

vi.mock('electron', async () => {
  const { fakeElectron } = await import('./fake-electron.ts')
  return { ...fakeElectron, default: fakeElectron }
})

bridgeSuite(
  'ipcMain and ipcRenderer',
  async (answer) => {
    const dataDir = makeFolder('bridge')
    const host = createElectronHost({
      dataDir,
      folder: dataDir,
      log: createLog(dataDir),
      unsandboxed: false,
      language: () => 'es',
    })
    await import('../../electron/preload.ts')
    const bridge = exposed.get('bridge')
    if (!isBridge(bridge)) throw new Error('the preload exposed no bridge')
    const window = await host.openWindow({
      asset: async () => ({ status: 404, contentType: 'text/plain', body: new Uint8Array() }),
      answer,
    })
    return {
      call: (call, input) => bridge.call(call, input),
      async listen() {
        const events: BridgeEvent[] = []
        const stop = bridge.subscribe((event) => events.push(event))
        return { heard: async () => events, stop: async () => stop() }
      },
      emit: (name, payload) => window.emit(name, payload),
      async close() {
        await host.close()
      },
    }
  },
  { strangers },
)

/** Another frame of the window, a frame that is gone, the main frame elsewhere, another window. */
async function strangers(): Promise<Reply[]> {
  const contents = FakeBrowserWindow.last?.webContents
  if (!contents) throw new Error('no window')
  const request = { call: 'settings.get', input: {} }
  const other = new FakeContents()
  other.mainFrame = { url: `${electronOrigin}/` }
  const own = contents.mainFrame
  const replies = [
    await invokeAs(contents, { url: `${electronOrigin}/` }, channels.call, request),
    await invokeAs(contents, null, channels.call, request),
    await invokeAs(other, other.mainFrame, channels.call, request),
    await invokeAs(null, own, channels.call, request),
  ]
  for (const url of [
    'https://example.com/',
    'about:blank',
    `blob:${electronOrigin}/1`,
    'file:///',
  ]) {
    contents.mainFrame = { url }
    replies.push(await invokeAs(contents, contents.mainFrame, channels.call, request))
  }
  contents.mainFrame = own
  return replies.map((reply) => replySchema.parse(reply))
}

function isBridge(value: unknown): value is Bridge {
  return typeof value === 'object' && value !== null && 'call' in value && 'subscribe' in value
}
