import { describe, expect, it, vi } from 'vitest'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forkNode } from '../../host/programs/fork-node.ts'
import { forkNodeKeyring } from '../../host/programs/node-programs.ts'
import type { Keyring } from '../../host/host.ts'
import { accountBefore, accountOf } from './token-account.ts'
import { createProcessKeyring } from '../../host/keyring/process-keyring.ts'
import { systemKeyring } from '../../host/keyring/system-keyring.ts'
import { memoryKeyring } from './testing/connections.ts'
import { createTokenStore, type StoredToken } from './token-store.ts'

const never = () => new Promise<never>(() => undefined)
const p1 = { id: 'p1', baseUrl: 'https://service.example/api' }
const storeOf = (keyring: Keyring, dataDir = '/data') =>
  createTokenStore({ keyring, dataDir, limit: 30 })

describe('the token store', () => {
  it('keeps a token in the keyring, by data folder and profile', async () => {
    const secrets = new Map<string, string>()
    const store = storeOf(memoryKeyring(secrets))
    expect(await store.write(p1, 'secret')).toBe('keyring')
    expect([...secrets]).toEqual([[accountOf('/data', 'p1', 'https://service.example'), 'secret']])
    expect(await storeOf(memoryKeyring(secrets)).read(p1)).toEqual({
      token: 'secret',
      place: 'keyring',
    })
    const elsewhere = storeOf(memoryKeyring(secrets), '/other')
    expect(await elsewhere.read(p1)).toEqual({ token: null, place: 'missing' })
    await store.remove(p1)
    expect(secrets.size).toBe(0)
  })

  it('finds a token at the origin that it was given for, whatever a settings file says', async () => {
    const secrets = new Map<string, string>()
    const store = storeOf(memoryKeyring(secrets))
    await store.write(p1, 'secret')
    store.hold({ ...p1, id: 'p2' }, 'secret')
    for (const baseUrl of [
      'https://evil.example/api',
      'https://service.example:8443',
      'https://service.example.evil.example',
    ]) {
      for (const id of ['p1', 'p2']) {
        expect(await store.read({ id, baseUrl })).toEqual({ token: null, place: 'missing' })
      }
    }
    const path = { ...p1, baseUrl: 'https://SERVICE.example/other' }
    expect(await store.read(path)).toEqual({ token: 'secret', place: 'keyring' })
  })

  it('never reads a token that was kept without its origin, and clears it away', async () => {
    const secrets = new Map([[accountBefore('/data', 'p1'), 'old']])
    const store = storeOf(memoryKeyring(secrets))
    expect(await store.read(p1)).toEqual({ token: null, place: 'missing' })
    await store.write(p1, 'secret')
    expect([...secrets.values()]).toEqual(['secret'])
    secrets.set(accountBefore('/data', 'p1'), 'old')
    await store.remove(p1)
    expect(secrets.size).toBe(0)
  })

  it('never writes what is only held', async () => {
    const secrets = new Map<string, string>()
    const store = storeOf(memoryKeyring(secrets))
    expect(store.hold(p1, 'secret')).toBe('memory')
    expect(await store.read(p1)).toEqual({ token: 'secret', place: 'memory' })
    expect(secrets.size).toBe(0)
  })

  it('deletes what a failed write left behind', async () => {
    const secrets = new Map<string, string>()
    const store = storeOf({
      ...memoryKeyring(secrets),
      write: async (account, secret) => {
        secrets.set(account, secret)
        throw new Error('no secret service')
      },
    })
    expect(await store.write(p1, 'secret')).toBe('memory')
    expect(secrets.size).toBe(0)
    expect(await store.read(p1)).toEqual({ token: 'secret', place: 'memory' })
  })

  it('does not believe a write that reads back differently', async () => {
    const store = storeOf({ ...memoryKeyring(), read: async () => 'another' })
    expect(await store.write(p1, 'secret')).toBe('memory')
  })

  it('does not wait for a keyring that hangs', async () => {
    const store = storeOf({ read: never, write: never, remove: never })
    expect(await store.read(p1)).toEqual({ token: null, place: 'missing' })
    expect(await store.write(p1, 'secret')).toBe('memory')
    await store.remove(p1)
    expect(await store.read(p1)).toEqual({ token: null, place: 'missing' })
  })

  it('tells of a token that the keyring gives once it is unlocked', async () => {
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<string>()
    const store = storeOf({ ...memoryKeyring(), read: () => unlocked })
    const { promise: late, resolve: onLate } = Promise.withResolvers<StoredToken>()
    expect(await store.read(p1, onLate)).toEqual({ token: null, place: 'missing' })
    unlock('secret')
    expect(await late).toEqual({ token: 'secret', place: 'keyring' })
  })

  it("works with this system's keyring, whether there is one or not", async () => {
    const dataDir = `/test-${process.pid}-${Date.now()}`
    const store = createTokenStore({
      keyring: systemKeyring(forkNodeKeyring),
      dataDir,
      limit: 60_000,
    })
    const place = await store.write(p1, 'secret')
    expect(['keyring', 'memory']).toContain(place)
    expect(await store.read(p1)).toEqual({ token: 'secret', place })
    await store.remove(p1)
    expect(await store.read(p1)).toEqual({ token: null, place: 'missing' })
  })

  it.runIf(process.platform === 'linux')('does not hang on a bus that never answers', async () => {
    const path = join(tmpdir(), `silent-bus-${process.pid}`)
    const sockets: Socket[] = []
    const bus = createServer((socket) => void sockets.push(socket)).listen(path)
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${path}`)
    const store = createTokenStore({
      keyring: createProcessKeyring(forkNodeKeyring, 600),
      dataDir: '/data',
      limit: 400,
    })
    expect(await store.read(p1)).toEqual({ token: null, place: 'missing' })
    vi.unstubAllEnvs()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => bus.close(resolve))
  })

  it('keeps a token in memory when the program of the keyring is not there', async () => {
    const store = storeOf(
      createProcessKeyring(() => forkNode('/nowhere/keyring.js')),
      '/data',
    )
    expect(await store.write(p1, 'secret')).toBe('memory')
  })
})
