import { afterEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../shared/contract/connection.ts'
import { Failure } from '../../../shared/errors.ts'
import { testProfile } from '../../service/testing/raw-server.ts'
import { createProfiles } from './profiles.ts'
import { closeAll, memoryKeyring, money, start, startConnection } from './testing/connections.ts'
import { startService, until } from './testing/connections.ts'

afterEach(closeAll)

it('keeps what another version wrote of connections, whether it can be read or not', () => {
  const profile = (id: string) => ({ ...testProfile('http://127.0.0.1:1'), id })
  const known = { ...profile('a'), colour: 'blue' }
  const strange = { id: 'z', country: 'PE', baseUrl: 'soap://x' }
  const before = { profiles: [known, strange], activeId: 'a', order: ['z', 'a'] }
  const stored = new Map<string, unknown>([['connection', before]])
  const profiles = createProfiles({
    get: (key) => stored.get(key),
    set: (key, value) => void stored.set(key, value),
  })
  profiles.save(profile('b'), false)
  expect(profiles.all()).toMatchObject([{ id: 'a' }, { id: 'b' }])
  expect(stored.get('connection')).toEqual({
    ...{ profiles: [known, profile('b'), strange], activeId: 'b', order: ['z', 'a'] },
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

  it('uses the stored token of the same origin, and of no other', async () => {
    const [own, other] = [await startService(), await startService()]
    const secrets = new Map<string, string>()
    const { call, stored } = start({ keyring: memoryKeyring(secrets) })
    await call['connection.save']({ profile: own.profile(), token: 'good' })
    const placeFor = async (profile: Profile) => {
      const { connection } = start({
        keyring: memoryKeyring(secrets),
        settings: { get: (key) => stored.get(key), set: () => undefined },
        given: { profile, token: null },
      })
      await connection.ready
      expect(connection.state().activeId).toBe(profile.id)
      return connection.state().token
    }
    expect(await placeFor(own.profile())).toBe('keyring')
    expect(await placeFor(own.profile({ id: 'cli', baseUrl: `${own.profile().baseUrl}/x` }))).toBe(
      'keyring',
    )
    expect(await placeFor(other.profile())).toBe('missing')
    expect(await placeFor(other.profile({ id: 'cli' }))).toBe('missing')
    expect(other.server.requests).toHaveLength(0)
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
