import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, BridgeEvent } from '../shared/contract/bridge.ts'
import { channels } from './ipc/channels.ts'

const bridge: Bridge = {
  call: (call, input) => ipcRenderer.invoke(channels.call, { call, input }),
  subscribe(listener) {
    const own = (_event: unknown, event: BridgeEvent) => listener(event)
    ipcRenderer.on(channels.event, own)
    return () => void ipcRenderer.off(channels.event, own)
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
