import { afterEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../shared/contract/connection.ts'
import { Failure } from '../../../shared/errors.ts'
import { errorAnswer, httpAnswer, startRawServer } from '../../service/testing/raw-server.ts'
import { testProfile } from '../../service/testing/raw-server.ts'
import type { RawServer, SeenRequest } from '../../service/testing/raw-server.ts'
import type { ConnectionOptions } from './connection.ts'
import { memoryKeyring, startConnection, until } from './testing.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const businessOf = (balance: number) =>
  httpAnswer(200, { statusCode: 200, data: { Business: { balance, profits: 7 } } })

/** A service that knows one token and whose balance a test can change. */
async function startService(token = 'good', balance = 1000) {
  const service = {
    token,
    balance,
    answer: null as ((request: SeenRequest) => void) | null,
  }
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

function start(options: Partial<ConnectionOptions> = {}) {
  const started = startConnection(options)
  closing.push(() => started.connection.close())
  return { ...started, call: started.connection.handlers }
}

const money = (units: number) => ({ minor: units * 100, currency: 'COP' })

describe('before any profile', () => {
  it('says so', async () => {
    const { connection, call } = start()
    expect(await call['connection.state']({})).toEqual({
      profiles: [],
      activeId: null,
      token: 'missing',
      reach: 'unknown',
      error: null,
      lastAnswerAt: null,
      business: null,
      clockSkewMs: null,
    })
    expect(() => connection.service()).toThrow(Failure)
    await expect(call['connection.refresh']({})).rejects.toMatchObject({
      error: { code: 'NO_PROFILE' },
    })
    await expect(call['connection.setToken']({ token: 'x' })).rejects.toMatchObject({
      error: { code: 'NO_PROFILE' },
    })
    await expect(call['connection.use']({ profileId: 'p9' })).rejects.toMatchObject({
      error: { code: 'NO_PROFILE' },
    })
  })

  it('survives settings that are not ours', async () => {
    for (const found of [7, { profiles: 'x' }, { profiles: [{ id: 'p' }, null], activeId: 'p' }]) {
      const { call } = start({ settings: { get: () => found, set: () => undefined } })
      expect((await call['connection.state']({})).profiles).toEqual([])
    }
  })
})

describe('save', () => {
  it('stores the profile, keeps the token apart and asks the balance', async () => {
    const service = await startService()
    const secrets = new Map<string, string>()
    const { connection, call, stored, states } = start({ keyring: memoryKeyring(secrets) })
    const profile = service.profile()
    const saved = await call['connection.save']({
      profile: { ...profile, baseUrl: `${profile.baseUrl}/` },
      token: ' Bearer good ',
    })
    expect(saved).toMatchObject({ activeId: 'p1', token: 'keyring', profiles: [profile] })
    await until(() => connection.state().reach === 'online')
    expect(connection.state().business).toMatchObject({ balance: money(1000), profits: money(7) })
    expect(states.at(-1)).toEqual(connection.state())
    expect(JSON.stringify([...stored, states])).not.toContain('good')
    expect([...secrets.values()]).toEqual(['good'])

    const again = start({
      keyring: memoryKeyring(secrets),
      settings: { get: (key) => stored.get(key), set: () => undefined },
    })
    expect(again.connection.service().profile).toEqual(profile)
    await again.connection.ready
    expect(again.connection.state()).toMatchObject({ activeId: 'p1', token: 'keyring' })
    await until(() => again.connection.state().reach === 'online')
  })

  it('keeps the stored token, but never for another origin', async () => {
    const service = await startService()
    const other = await startService()
    const { connection, call } = start()
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    const renamed = await call['connection.save']({ profile: service.profile({ name: 'Otro' }) })
    expect(renamed).toMatchObject({ token: 'keyring', profiles: [{ name: 'Otro' }] })
    await until(() => connection.state().reach === 'online')

    const test = await call['connection.test']({ profile: other.profile() })
    expect(test).toEqual({ ok: false, error: { code: 'NO_TOKEN' } })
    const moved = await call['connection.save']({ profile: other.profile() })
    expect(moved.token).toBe('missing')
    await expect(call['connection.refresh']({})).rejects.toMatchObject({
      error: { code: 'NO_TOKEN' },
    })
    expect(other.server.requests).toHaveLength(0)
  })

  it.each([
    [{ baseUrl: 'http://service.example' }, 'URL_INSECURE'],
    [{ baseUrl: 'service' }, 'URL_INVALID'],
  ])('refuses %j', async (changes, code) => {
    const { call, stored } = start()
    const profile = testProfile('', changes)
    await expect(call['connection.save']({ profile })).rejects.toMatchObject({ error: { code } })
    expect(await call['connection.test']({ profile, token: 't' })).toMatchObject({
      ok: false,
      error: { code },
    })
    expect(stored.size).toBe(0)
  })

  it('remembers the token for the session only when the keyring fails', async () => {
    const service = await startService()
    const broken = () => Promise.reject(new Error('locked'))
    const { call } = start({ keyring: { read: broken, write: broken, remove: broken } })
    const saved = await call['connection.save']({ profile: service.profile(), token: 'good' })
    expect(saved.token).toBe('memory')
    expect((await call['connection.refresh']({})).reach).toBe('online')
  })
})

describe('test', () => {
  it('answers the balance and stores nothing', async () => {
    const service = await startService()
    const { call, stored } = start()
    const answer = await call['connection.test']({ profile: service.profile(), token: 'good' })
    expect(answer).toEqual({ ok: true, balance: money(1000), profits: money(7) })
    expect(stored.size).toBe(0)
  })

  it.each<[string, string, (request: SeenRequest) => void]>([
    ['a page', 'NOT_THIS_SERVICE', (r) => r.socket.write(httpAnswer(200, '<html>'))],
    ['another API', 'NOT_THIS_SERVICE', (r) => r.socket.write(httpAnswer(200, { data: {} }))],
    ['another path', 'NOT_THIS_SERVICE', (r) => r.socket.write(httpAnswer(404, '<html>'))],
    ['another protocol', 'NOT_THIS_SERVICE', (r) => r.socket.end('220 smtp ready\r\n')],
    ['a redirect', 'ANSWER_REDIRECTED', (r) => r.socket.write(httpAnswer(301, ''))],
    ['a wrong token', 'UNAUTHORIZED', (r) => r.socket.write(errorAnswer(401))],
    ['silence', 'CONNECTION_TIMEOUT', () => undefined],
    ['a cut', 'CONNECTION_LOST', (r) => r.socket.destroy()],
  ])('says what is wrong: %s', async (_name, code, answer) => {
    const service = await startService()
    service.answer = answer
    const { call } = start()
    const result = await call['connection.test']({ profile: service.profile(), token: 'good' })
    expect(result).toMatchObject({ ok: false, error: { code } })
  })

  it('says that nobody listens', async () => {
    const { call } = start()
    const profile = testProfile('http://127.0.0.1:1')
    expect(await call['connection.test']({ profile, token: 't' })).toMatchObject({
      ok: false,
      error: { code: 'CONNECTION_REFUSED', params: { host: '127.0.0.1' } },
    })
  })
})

describe('reach', () => {
  it('goes offline and finds back by itself', async () => {
    const service = await startService()
    const { connection, call } = start()
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'online')
    service.answer = (request) => void request.socket.destroy()
    await expect(call['connection.refresh']({})).rejects.toMatchObject({
      error: { code: 'CONNECTION_LOST' },
    })
    expect(connection.state()).toMatchObject({
      reach: 'offline',
      error: { code: 'CONNECTION_LOST' },
      business: { balance: money(1000) },
    })
    const asked = service.server.requests.length
    await until(() => service.server.requests.length > asked + 3)
    service.answer = null
    service.balance = 900
    await until(() => connection.state().business?.balance.minor === 90_000)
    expect(connection.state()).toMatchObject({ reach: 'online', error: null })
  })

  it('asks for the balance once after several sales', async () => {
    const service = await startService()
    const { connection, call } = start()
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'online')
    service.balance = 500
    const asked = service.server.requests.length
    connection.refreshSoon()
    connection.refreshSoon()
    await until(() => connection.state().business?.balance.minor === 50_000)
    expect(service.server.requests.length).toBe(asked + 1)
  })

  it('says when the balance cannot be read although the service answers', async () => {
    const service = await startService()
    const { connection, call } = start()
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'online')
    service.balance = 0.123
    connection.refreshSoon()
    await until(() => connection.state().error?.code === 'ANSWER_UNREADABLE')
    expect(connection.state().reach).toBe('online')
  })
})

describe('a token that expires', () => {
  it('is asked for and renewed in place', async () => {
    const service = await startService()
    const { connection, call } = start()
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'online')
    const client = connection.service()
    service.token = 'new'
    await expect(client.getBusiness()).rejects.toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    expect(connection.state().reach).toBe('unauthorized')
    await expect(call['connection.setToken']({ token: 'bad' })).rejects.toMatchObject({
      error: { code: 'UNAUTHORIZED' },
    })
    await expect(call['connection.setToken']({ token: 'a b' })).rejects.toMatchObject({
      error: { code: 'BAD_INPUT' },
    })
    const renewed = await call['connection.setToken']({ token: 'new' })
    expect(renewed).toMatchObject({ reach: 'online', token: 'keyring', error: null })
    expect(connection.service()).toBe(client)
  })

  it('is kept when the service cannot be asked', async () => {
    const { connection, call } = start()
    await call['connection.save']({ profile: testProfile('http://127.0.0.1:1') })
    const kept = await call['connection.setToken']({ token: 'new' })
    expect(kept).toMatchObject({ token: 'keyring', reach: 'offline' })
    expect(connection.state().error?.code).toBe('CONNECTION_REFUSED')
  })
})

describe('a keyring that is locked at first', () => {
  it('gives the token as soon as a person unlocks it', async () => {
    const service = await startService()
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<string>()
    const first = start()
    await first.call['connection.save']({ profile: service.profile(), token: 'good' })
    const { connection, call } = start({
      keyring: { ...memoryKeyring(), read: () => unlocked },
      settings: { get: (key) => first.stored.get(key), set: () => undefined },
    })
    expect((await call['connection.state']({})).token).toBe('missing')
    unlock('good')
    await until(() => connection.state().reach === 'online')
    expect(connection.state().token).toBe('keyring')
  })
})

describe('several profiles', () => {
  it('changes from one to the other and forgets on request', async () => {
    const [first, second] = [await startService('one', 1), await startService('two', 2)]
    const secrets = new Map<string, string>()
    const { connection, call } = start({ keyring: memoryKeyring(secrets) })
    await call['connection.save']({ profile: first.profile({ id: 'a' }), token: 'one' })
    await call['connection.save']({ profile: second.profile({ id: 'b' }), token: 'two' })
    await until(() => connection.state().business?.balance.minor === 200)
    const used = await call['connection.use']({ profileId: 'a' })
    expect(used).toMatchObject({
      activeId: 'a',
      token: 'keyring',
      reach: 'unknown',
      business: null,
    })
    await until(() => connection.state().business?.balance.minor === 100)
    const removed = await call['connection.remove']({ profileId: 'a' })
    expect(removed).toMatchObject({ activeId: null, profiles: [{ id: 'b' }], token: 'missing' })
    expect([...secrets.values()]).toEqual(['two'])
    expect(first.server.requests.every(({ headers }) => !headers.includes('two'))).toBe(true)
  })
})

describe('the test service', () => {
  it('is for this session only and started once', async () => {
    const real = await startService()
    const sandbox = await startService('sand')
    const secrets = new Map<string, string>()
    let starts = 0
    const { connection, call, stored } = start({
      keyring: memoryKeyring(secrets),
      startSandbox: async () => {
        starts += 1
        return { url: sandbox.profile().baseUrl, token: 'sand' }
      },
    })
    await call['connection.save']({ profile: real.profile(), token: 'good' })
    const used = await call['connection.useSandbox']({ country: 'CO' })
    expect(used).toMatchObject({ activeId: 'sandbox-CO', token: 'memory' })
    expect(connection.service().profile.sandbox).toBe(true)
    await until(() => connection.state().reach === 'online')
    await call['connection.useSandbox']({ country: 'CO' })
    expect(starts).toBe(1)
    expect([...secrets.values()]).toEqual(['good'])
    expect(stored.get('connection')).toMatchObject({ activeId: 'p1', profiles: [{ id: 'p1' }] })

    sandbox.answer = (request) => void request.socket.destroy()
    await call['connection.useSandbox']({ country: 'CO' })
    expect(starts).toBe(2)
  })

  it('says when it does not start, and the connection before stays', async () => {
    const { call } = start({
      startSandbox: () => Promise.reject(new Failure('SANDBOX_FAILED', { reason: 'x' })),
    })
    await expect(call['connection.useSandbox']({ country: 'EC' })).rejects.toMatchObject({
      error: { code: 'SANDBOX_FAILED' },
    })
    expect(await call['connection.state']({})).toMatchObject({ activeId: null, profiles: [] })
  })

  it('cannot be claimed by a profile of a person', async () => {
    const service = await startService()
    const { call } = start()
    const profile = service.profile({ sandbox: true })
    const saved = await call['connection.save']({ profile, token: 'good' })
    expect(saved.profiles[0]?.sandbox).toBe(false)
  })
})

describe('a connection given at start', () => {
  it('is active at once and never stored', async () => {
    const service = await startService()
    const secrets = new Map<string, string>()
    const { connection, stored } = start({
      keyring: memoryKeyring(secrets),
      given: { profile: service.profile({ id: 'given' }), token: 'good' },
    })
    expect(connection.service().profile.id).toBe('given')
    await connection.ready
    expect((await connection.service().getBusiness()).balance).toEqual(money(1000))
    expect(connection.state()).toMatchObject({ activeId: 'given', token: 'memory' })
    expect([stored.size, secrets.size]).toEqual([0, 0])
  })

  it.each([
    ['http://service.example', 't', 'URL_INSECURE'],
    ['https://service.example', 'ñ', 'BAD_INPUT'],
  ])('refuses %s with the token %s', (baseUrl, token, code) => {
    let caught: unknown
    try {
      startConnection({ given: { profile: testProfile(baseUrl), token } })
    } catch (error) {
      caught = error
    }
    expect(caught).toMatchObject({ error: { code } })
  })
})
