import { vi } from 'vitest'
import {
  errorAnswer,
  httpAnswer,
  startRawServer,
  testProfile,
} from '../../../service/testing/raw-server.ts'
import type { RawServer, SeenRequest } from '../../../service/testing/raw-server.ts'
import {
  connectionStateSchema,
  type ConnectionState,
  type Profile,
} from '../../../../shared/contract/connection.ts'
import type { Emit } from '../../../../shared/contract/index.ts'
import type { ConnectionOptions } from '../active.ts'
import { createConnection, type Connection } from '../connection.ts'
import { patience } from '../../../../tests/patience.ts'
import type { Keyring } from '../../../host/host.ts'

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
    timeouts: { connect: 20_000, read: 20_000, retryPause: 2 },
    watchTimes: { refresh: 60_000, soon: 10, probeFirst: 20, probeMost: 80 },
    ...options,
  })
  return { connection, stored, states }
}

/** Waits until `check` holds. */
export function until(check: () => unknown): Promise<unknown> {
  return vi.waitUntil(check, { timeout: patience, interval: 5 })
}

const closing: (() => Promise<void>)[] = []

/** Ends what the test started, the last first. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

const businessOf = (balance: number) =>
  httpAnswer(200, { statusCode: 200, data: { Business: { balance, profits: 7 } } })

interface Behaviour {
  token: string
  balance: number
  /** Answers instead of the service. */
  answer: ((request: SeenRequest) => void) | null
}

/** A service that knows one token and whose balance a test can change. */
export async function startService(token = 'good', balance = 1000) {
  const service: Behaviour = { token, balance, answer: null }
  const server: RawServer = await startRawServer((request) => {
    if (service.answer) return service.answer(request)
    const known = request.headers.includes(`authorization: Bearer ${service.token}\n`)
    request.socket.write(known ? businessOf(service.balance) : errorAnswer(401))
  })
  closing.push(server.close)
  return Object.assign(service, {
    server,
    profile: (changes: Partial<Profile> = {}) =>
      testProfile(`http://127.0.0.1:${server.port}`, changes),
  })
}

/** A connection that `closeAll` ends. */
export function start(options: Partial<ConnectionOptions> = {}) {
  const started = startConnection(options)
  closing.push(() => started.connection.close())
  return { ...started, call: started.connection.handlers }
}

/** Colombian pesos. */
export const money = (units: number) => ({ minor: units * 100, currency: 'COP' })
