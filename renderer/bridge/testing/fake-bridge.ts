import type { Bridge, BridgeEvent, Reply } from '../../../shared/contract/bridge.ts'

/** A bridge for tests: answers come from a function, events are told by hand; what cannot be cloned does not cross. */
export function createFakeBridge(answer: (call: string, input: unknown) => Reply | Promise<Reply>) {
  const listeners = new Set<(event: BridgeEvent) => void>()
  const bridge: Bridge = {
    call: async (call, input) => structuredClone(await answer(call, structuredClone(input))),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    bridge,
    listeners,
    tell(name: string, payload: unknown) {
      for (const listener of listeners) listener(structuredClone({ name, payload }))
    },
  }
}
