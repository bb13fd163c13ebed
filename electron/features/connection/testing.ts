import { vi } from 'vitest'
import { connectionStateSchema, type ConnectionState } from '../../../shared/contract/connection.ts'
import type { Emit } from '../../../shared/contract/index.ts'
import { createConnection, type Connection, type ConnectionOptions } from './connection.ts'
import type { Keyring } from './keyring.ts'

/** A keyring that works, kept in a map that tests can look into. */
export function memoryKeyring(secrets = new Map<string, string>()): Keyring {
  return {
    read: async (account) => secrets.get(account) ?? null,
    write: async (account, secret) => void secrets.set(account, secret),
    remove: async (account) => void secrets.delete(account),
  }
}

/** A connection over settings in memory, with what it emitted. */
export function startConnection(options: Partial<ConnectionOptions> = {}) {
  const stored = new Map<string, unknown>()
  const states: ConnectionState[] = []
  const emit: Emit = (name, payload) => {
    if (name === 'connection.changed') states.push(connectionStateSchema.parse(payload))
  }
  const connection: Connection = createConnection({
    settings: {
      get: (key) => stored.get(key),
      // As a file would: what is read back is a copy, or nothing of what JSON cannot hold.
      set: (key, value) => void stored.set(key, JSON.parse(JSON.stringify(value))),
    },
    emit,
    startSandbox: () => Promise.reject(new Error('no test service here')),
    dataDir: '/data',
    keyring: memoryKeyring(),
    keyringLimit: 50,
    timeouts: { connect: 300, read: 300, retryPause: 2 },
    watchTimes: { refresh: 60_000, soon: 10, probeFirst: 20, probeMost: 80 },
    ...options,
  })
  return { connection, stored, states }
}

/** Waits until `check` holds. */
export function until(check: () => unknown): Promise<unknown> {
  return vi.waitUntil(check, { timeout: 5_000, interval: 5 })
}
