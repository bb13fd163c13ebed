import { afterEach, describe, expect, it } from 'vitest'
import { errorAnswer, httpAnswer } from '../../service/testing/raw-server.ts'
import { freshName, type KnownSale } from './same-shop.ts'
import { closeAll, memoryKeyring, start, startService } from './testing/connections.ts'

afterEach(closeAll)

const hour = 3_600_000
const sold = (id: string, hoursAgo = 1): KnownSale => ({
  id,
  sentAt: Date.now() - hoursAgo * hour,
})
const unproven = { error: { code: 'SHOP_UNPROVEN' } }

const transaction = {
  id: 7,
  amount: 5000,
  currency: 'COP',
  createdAt: '21/11/26 10:00',
  TransactionStatus: { id: 2, name: 'APPROVED' },
}

/** One address with two merchants: each token finds its own sales alone. */
async function startMerchants(sales: Record<string, readonly string[]>) {
  const service = await startService()
  const asked: string[] = []
  service.answer = ({ line, headers, body, socket }) => {
    const token = /authorization: Bearer (\S+)/.exec(headers)?.[1] ?? ''
    const own = sales[token]
    if (!own) return socket.write(errorAnswer(401))
    if (line.endsWith('/find')) {
      asked.push(body)
      const isOwn = own.some((id) => body.includes(`"${id}"`))
      const data = isOwn ? { Transaction: transaction } : {}
      return socket.write(httpAnswer(200, { statusCode: 200, data }))
    }
    const Business = { balance: 1000, profits: 7 }
    return socket.write(httpAnswer(200, { statusCode: 200, data: { Business } }))
  }
  return { profile: service.profile, service, asked }
}

/** A connection whose first token is the one of the books; `newest` is what was sold last. */
async function startShop(newest: KnownSale | null) {
  const merchants = await startMerchants({ one: ['s1'], again: ['s1'], two: [] })
  const secrets = new Map<string, string>()
  const started = start({
    keyring: memoryKeyring(secrets),
    newestSale: (id) => (id === 'p1' ? newest : null),
  })
  const profile = merchants.profile()
  await started.call['connection.save']({ profile, token: 'one', shop: 'same' })
  return { ...started, ...merchants, secrets, profile }
}

describe('a new token', () => {
  it('of the same shop is shown the newest sale, and nobody is asked', async () => {
    const { call, asked, connection } = await startShop(sold('s1'))
    const renewed = await call['connection.setToken']({ token: 'again' })
    expect(renewed).toMatchObject({ activeId: 'p1', reach: 'online' })
    expect(asked).toEqual(['{"data":{"_id":"s1"}}'])
    await call['connection.setToken']({ token: 'one' })
    await call['connection.save']({ profile: connection.service().profile, token: 'again' })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['not shown the newest sale', sold('s1'), 'two'],
    ['that sale too old to be found', sold('s1', 49), 'again'],
    ['no sale there at all, but a token was', null, 'again'],
  ])('is asked about: %s', async (_, newest, token) => {
    const { call, connection, secrets, profile } = await startShop(newest)
    for (const work of [
      () => call['connection.setToken']({ token }),
      () => call['connection.save']({ profile: { ...profile, name: 'Otro' }, token }),
    ]) {
      await expect(work()).rejects.toMatchObject(unproven)
      expect([...secrets.values()]).toEqual(['one'])
      expect(connection.state().profiles).toEqual([profile])
    }
    const same = await call['connection.setToken']({ token, shop: 'same' })
    expect(same).toMatchObject({ activeId: 'p1', profiles: [{ id: 'p1' }] })
    expect([...secrets.values()]).toEqual([token])
    // A word that was given is not asked for again.
    await call['connection.setToken']({ token })
  })

  it('of another shop begins a profile, and the one before keeps its books and token', async () => {
    const { call, secrets, profile } = await startShop(sold('s1'))
    const other = await call['connection.setToken']({ token: 'two', shop: 'other' })
    expect(other.profiles).toMatchObject([
      { id: 'p1', name: 'Tienda' },
      { name: 'Tienda (2)', baseUrl: profile.baseUrl },
    ])
    expect(other.activeId).toBe(other.profiles[1]?.id)
    expect(other.activeId).not.toBe('p1')
    expect([...secrets.values()]).toEqual(['one', 'two'])
    const third = await call['connection.save']({ profile, token: 'again', shop: 'other' })
    expect(third.profiles.map(({ name }) => name)).toEqual(['Tienda', 'Tienda (2)', 'Tienda (3)'])
    const back = await call['connection.use']({ profileId: 'p1' })
    expect(back).toMatchObject({ activeId: 'p1', token: 'keyring' })
  })

  it.each([
    ['the newest sale can be asked for', sold('s1')],
    ['nothing can', sold('s1', 49)],
  ])('that is refused is no question, where %s', async (_, newest) => {
    const { call, secrets, profile } = await startShop(newest)
    const input = { profile: { ...profile, name: 'Otro' }, token: 'mistyped' }
    await expect(call['connection.save'](input)).rejects.toMatchObject({
      error: { code: 'UNAUTHORIZED' },
    })
    expect([...secrets.values()]).toEqual(['one'])
  })

  it('is asked about when the service cannot be', async () => {
    const { call, service, secrets } = await startShop(sold('s1'))
    service.answer = ({ socket }) => socket.destroy()
    await expect(call['connection.setToken']({ token: 'again' })).rejects.toMatchObject(unproven)
    expect([...secrets.values()]).toEqual(['one'])
  })

  it('stands in no file: what tells it from others is 32 bits of a hash', async () => {
    const { stored } = await startShop(null)
    expect(stored.get('tokenMarks')).toEqual({
      p1: [expect.stringMatching(/^[0-9a-f]{8}$/)],
    })
  })
})

describe('a token given at start', () => {
  /** What the command line has: the stored profile, and a token of the environment. */
  async function given(
    token: string,
    newest: KnownSale | null,
    settings = new Map<string, unknown>(),
  ) {
    const { profile, asked } = await startMerchants({ one: ['s1'], again: ['s1'], two: [] })
    const { connection } = start({
      given: { profile: profile(), token },
      newestSale: () => newest,
      settings: {
        get: (key) => settings.get(key),
        set: (key, value) => void settings.set(key, value),
      },
    })
    return { connection, asked }
  }

  it('works once it is shown the newest sale, or whoever gave it says so', async () => {
    const shown = await given('one', sold('s1'))
    await shown.connection.proveShop(false)
    await shown.connection.proveShop(false)
    expect(shown.asked).toHaveLength(1)

    const other = await given('two', sold('s1'))
    await expect(other.connection.proveShop(false)).rejects.toMatchObject(unproven)
    await other.connection.proveShop(true)
    await other.connection.proveShop(false)
  })

  it('works at once where nothing was sold yet', async () => {
    const { connection, asked } = await given('one', null)
    await connection.proveShop(false)
    expect(asked).toEqual([])
  })

  it('says why the service cannot be asked', async () => {
    const { connection } = await given('refused', sold('s1'))
    await expect(connection.proveShop(false)).rejects.toMatchObject({
      error: { code: 'UNAUTHORIZED' },
    })
  })
})

it('a name for another shop goes up', () => {
  expect(freshName('A', ['B'])).toBe('A')
  expect(freshName('A', ['A', 'A (2)'])).toBe('A (3)')
  expect(freshName('A (2)', ['A', 'A (2)'])).toBe('A (3)')
})
