import type { BridgeEvent } from '../../shared/contract/bridge.ts'
import { bridgeSuite } from './bridge-suite.ts'

// The plainest way across: a copy, as any real bridge makes one.
bridgeSuite('in memory', async (answer) => {
  const listeners = new Set<(event: BridgeEvent) => void>()
  return {
    call: async (call, input) => structuredClone(await answer(structuredClone({ call, input }))),
    async listen() {
      const events: BridgeEvent[] = []
      const listener = (event: BridgeEvent) => void events.push(event)
      listeners.add(listener)
      return {
        heard: async () => events,
        stop: async () => void listeners.delete(listener),
      }
    },
    emit(name, payload) {
      for (const listener of listeners) listener(structuredClone({ name, payload }))
    },
    close: async () => listeners.clear(),
  }
})
