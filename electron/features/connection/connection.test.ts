import { afterEach, describe, expect, it } from 'vitest'
import { connectionStateSchema } from '../../../shared/contract/connection.ts'
import { Failure } from '../../../shared/errors.ts'
import { errorAnswer, httpAnswer, testProfile } from '../../service/testing/raw-server.ts'
import type { SeenRequest } from '../../service/testing/raw-server.ts'
import {
  closeAll,
  memoryKeyring,
  money,
  start,
  startService,
  until,
} from './testing/connections.ts'

afterEach(closeAll)

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
    expect(states.at(-1)).toEqual(connectionStateSchema.parse(connection.state()))
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

  it('sends no token to an address that somebody wrote into the settings', async () => {
    const [own, other] = [await startService(), await startService()]
    const secrets = new Map<string, string>()
    const { call, stored } = start({ keyring: memoryKeyring(secrets) })
    await call['connection.save']({ profile: own.profile(), token: 'good' })
    const edited: unknown = JSON.parse(
      JSON.stringify(stored.get('connection')).replaceAll(
        own.profile().baseUrl,
        other.profile().baseUrl,
      ),
    )
    const { connection } = start({
      keyring: memoryKeyring(secrets),
      settings: { get: () => edited, set: () => undefined },
    })
    await connection.ready
    expect(connection.state()).toMatchObject({ activeId: 'p1', token: 'missing' })
    await expect(connection.handlers['connection.refresh']({})).rejects.toMatchObject({
      error: { code: 'NO_TOKEN' },
    })
    expect(other.server.requests).toHaveLength(0)
  })

  it.each([
    ['EC', ''],
    ['CO', '/other'],
  ] as const)('gives another account an id of its own: %s%s', async (country, path) => {
    const service = await startService()
    const { connection, call } = start()
    const profile = service.profile()
    await call['connection.save']({ profile, token: 'good' })
    const edited = { ...profile, country, baseUrl: profile.baseUrl + path }
    const moved = await call['connection.save']({ profile: edited })
    expect(moved.profiles).toHaveLength(1)
    expect(moved.activeId).not.toBe('p1')
    expect(connection.service().profile).toEqual({ ...edited, id: moved.activeId })
    expect(moved.token).toBe('keyring')
    const renamed = await call['connection.save']({
      profile: { ...connection.service().profile, name: 'Otro' },
    })
    expect(renamed.activeId).toBe(moved.activeId)
  })

  it('keeps a profile with open sales when its address changes, and does not let it be removed', async () => {
    const service = await startService()
    const other = await startService()
    let open = 1
    const { connection, call } = start({ openSales: (id) => (id === 'p1' ? open : 0) })
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    const moved = await call['connection.save']({ profile: other.profile(), token: 'good' })
    expect(moved.profiles.map(({ id }) => id)).toEqual(['p1', moved.activeId])
    expect(connection.service().profile.baseUrl).toBe(other.profile().baseUrl)
    await expect(call['connection.remove']({ profileId: 'p1' })).rejects.toMatchObject({
      error: { code: 'PROFILE_HAS_OPEN_SALES' },
    })
    expect((await call['connection.use']({ profileId: 'p1' })).token).toBe('keyring')
    open = 0
    expect((await call['connection.remove']({ profileId: 'p1' })).profiles).toHaveLength(1)
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
    const isSilent = code === 'CONNECTION_TIMEOUT'
    const { call } = start(isSilent ? { timeouts: { read: 300 } } : {})
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

describe('a listener that fails', () => {
  it('does not cost an answer, nor the other listeners', async () => {
    const service = await startService()
    const problems: string[] = []
    const { connection, call } = start({
      emit: () => {
        throw new Error('no window')
      },
      onProblem: ({ code }) => problems.push(code),
    })
    let told = 0
    connection.onChange(() => {
      throw new Failure('DISK_FULL')
    })
    connection.onChange(() => (told += 1))
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    expect((await connection.service().getBusiness()).balance).toEqual(money(1000))
    expect(told).toBeGreaterThan(0)
    expect(new Set(problems)).toEqual(new Set(['UNEXPECTED', 'DISK_FULL']))
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
    const renewed = await call['connection.setToken']({ token: 'new', shop: 'same' })
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

describe('the time that is agreed on', () => {
  const dated = (date: string) => (request: SeenRequest) =>
    request.socket.write(
      httpAnswer(
        200,
        { statusCode: 200, data: { Business: { balance: 1, profits: 1 } } },
        { date },
      ),
    )

  it('is the service’s own, while this clock is with it, and none of a sandbox here', async () => {
    const service = await startService()
    const { connection, call } = start()
    expect(connection.agreedTime()).toBeNull()
    const second = () => new Date().toUTCString()
    const told = second()
    service.answer = dated(told)
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'online')
    expect(connection.agreedTime()).toBe(Date.parse(told))
    service.answer = (request) => request.socket.destroy()
    await expect(call['connection.refresh']({})).rejects.toThrow(Failure)
    expect(connection.agreedTime()).toBe(Date.parse(told))
    service.answer = dated(new Date(Date.now() - 200_000).toUTCString())
    await call['connection.refresh']({})
    expect(connection.agreedTime()).toBeNull()
    service.answer = dated(second())
    await call['connection.refresh']({})
    expect(connection.agreedTime()).not.toBeNull()
  })

  it('says of a balance how far the clocks were apart when it was seen', async () => {
    const service = await startService()
    const { connection, call } = start()
    service.answer = dated(new Date(Date.now() - 86_400_000).toUTCString())
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().business !== null)
    const { business } = connection.state()
    expect(Math.round((business?.skewMs ?? 0) / 60_000)).toBe(-24 * 60)
    expect(Math.abs(Date.now() - (business?.at ?? 0))).toBeLessThan(60_000)
  })

  it('is not that of a gateway in between, nor of a sandbox', async () => {
    const service = await startService()
    const { connection, call } = start()
    service.answer = ({ socket }) =>
      socket.write(httpAnswer(502, 'no', { date: new Date().toUTCString() }))
    await call['connection.save']({ profile: service.profile(), token: 'good' })
    await until(() => connection.state().reach === 'offline')
    expect(connection.agreedTime()).toBeNull()
    service.answer = dated(new Date().toUTCString())
    await call['connection.refresh']({})
    expect(connection.agreedTime()).not.toBeNull()

    const given = { profile: service.profile({ sandbox: true }), token: 'good' }
    const practice = start({ given })
    await until(() => practice.connection.state().reach === 'online')
    expect(practice.connection.state().clockSkewMs).not.toBeNull()
    expect(practice.connection.agreedTime()).toBeNull()
  })
})
