import { afterEach, expect, test } from 'vitest'
import type { EventName } from '../../../shared/contract/index.ts'
import type { Profile } from '../../../shared/contract/connection.ts'
import { topUpHorizon, topUpSchema, type TopUp } from '../../../shared/domain/balance/topup.ts'
import { Failure } from '../../../shared/errors.ts'
import { startSandbox, type Sandbox } from '../../../sandbox/http/server.ts'
import { createMerchantService } from '../../service/client.ts'
import type { MerchantService } from '../../service/service.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createTopUps, type TopUps } from './topup.ts'
import { topUpNotice } from './notice.ts'
import { returnUrls } from './return-urls.ts'
import { profileSample } from '../../../shared/contract/testing/profile-sample.ts'

// Over the real test service, with timers in hand.

const fiftyThousand = { minor: 5_000_000, currency: 'COP' }
const input = { amount: fiftyThousand, reference: 'CARGA-1' }

let sandbox: Sandbox
let service: MerchantService
let topUps: TopUps

afterEach(async () => {
  await topUps.close()
  await service.close()
  await sandbox.close()
})

async function open(changes: { failing?: () => boolean } = {}) {
  sandbox = await startSandbox({ token: 't' })
  const stored = new Map<string, unknown>()
  const profile: Profile = profileSample({
    id: 'p1',
    name: 'Tienda',
    country: 'CO',
    baseUrl: sandbox.url,
    sandbox: true,
  })
  service = createMerchantService({ profile, token: () => 't' })
  const { journal } = openMemoryJournal()
  const told: TopUp[] = []
  const opened: string[] = []
  const timers: { delay: number; work: () => void }[] = []
  let clock = Date.now()
  let activeId = 'p1'
  let refreshes = 0
  const start = () =>
    createTopUps({
      service: () => {
        if (changes.failing?.()) throw new Failure('CONNECTION_REFUSED')
        return service
      },
      profileId: () => activeId,
      clockSkewMs: () => -86_400_000,
      journal: writtenJournal(journal),
      refreshBalance: () => (refreshes += 1),
      openUrl: async (url) => void opened.push(url),
      settings: {
        get: (key) => stored.get(key),
        // As a file would.
        set: (key, value) => void stored.set(key, JSON.parse(JSON.stringify(value))),
      },
      emit: (name: EventName, payload: unknown) => {
        if (name === 'loading.changed') told.push(topUpSchema.parse(payload))
      },
      onProblem: (error) => expect.fail(error.code),
      clock: {
        now: () => clock,
        after: (delay, work) => {
          const timer = { delay, work }
          timers.push(timer)
          return () => {
            if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
          }
        },
      },
    })
  topUps = start()
  return {
    handlers: topUps.handlers,
    journal,
    /** The program ends and starts again. */
    async restart() {
      await topUps.close()
      topUps = start()
      topUps.resume()
      return topUps.handlers
    },
    told,
    opened,
    timers,
    refreshes: () => refreshes,
    pass: (ms: number) => (clock += ms),
    use: (id: string) => {
      activeId = id
      topUps.onConnection({ activeId: id })
    },
  }
}

const pay = (link: string) => fetch(link, { method: 'POST', redirect: 'manual' })

test('a paid link is seen in the buys, with the balance before and after written down', async () => {
  const { handlers, journal, told, timers, refreshes } = await open()
  const load = await handlers['loading.start'](input)
  expect(load).toMatchObject({ state: 'waiting', reference: 'CARGA-1', amount: fiftyThousand })
  expect(timers.map(({ delay }) => delay)).toEqual([5000])

  expect(await handlers['loading.look']({})).toMatchObject({ state: 'waiting', looks: 1 })
  await pay(load.link)
  const arrived = await handlers['loading.look']({})
  expect(arrived).toMatchObject({ state: 'arrived', looks: 2, nextLookAt: null })
  expect((arrived?.balance?.minor ?? 0) - (arrived?.before?.minor ?? 0)).toBe(fiftyThousand.minor)
  const seen = journal.snapshots('p1').map((one) => [one.reason, one.skewMs, one.balance])
  expect(seen).toEqual([
    ['load', -86_400_000, arrived?.before],
    ['load', -86_400_000, arrived?.balance],
  ])
  expect(told.at(-1)).toEqual(arrived)
  expect(timers).toEqual([])
  expect(refreshes()).toBe(1)
})

test('a load of the same amount from before is not taken for this one', async () => {
  const { handlers } = await open()
  const first = await handlers['loading.start'](input)
  await pay(first.link)
  expect(await handlers['loading.look']({})).toMatchObject({ state: 'arrived' })
  await handlers['loading.start']({ ...input, reference: 'CARGA-2' })
  expect(await handlers['loading.look']({})).toMatchObject({ state: 'waiting', recordId: null })
})

test('a look that fails says why and is tried again', async () => {
  let failing = false
  const { handlers, timers } = await open({ failing: () => failing })
  await handlers['loading.start'](input)
  failing = true
  expect(await handlers['loading.look']({})).toMatchObject({
    state: 'waiting',
    error: { code: 'CONNECTION_REFUSED' },
  })
  expect(timers).toHaveLength(1)
  failing = false
  expect(await handlers['loading.look']({})).toMatchObject({ error: null })
})

test('nobody looks for ever; a person may look again, and stop', async () => {
  const { handlers, timers, pass } = await open()
  const { link } = await handlers['loading.start'](input)
  pass(topUpHorizon)
  expect(await handlers['loading.look']({})).toMatchObject({ state: 'stopped' })
  expect(timers).toEqual([])
  await pay(link)
  expect(await handlers['loading.look']({})).toMatchObject({ state: 'arrived' })

  await handlers['loading.start']({ ...input, reference: 'CARGA-3' })
  expect(await handlers['loading.stop']({})).toMatchObject({ state: 'stopped', nextLookAt: null })
})

test('a restart goes on with what was waited for, and with nothing that ended', async () => {
  const { handlers, restart, timers, pass } = await open()
  const { link } = await handlers['loading.start'](input)
  const again = await restart()
  expect(await again['loading.state']({})).toMatchObject({ state: 'waiting', reference: 'CARGA-1' })
  expect(timers.map(({ delay }) => delay)).toEqual([5000])
  await pay(link)
  expect(await again['loading.look']({})).toMatchObject({ state: 'arrived' })
  const after = await restart()
  expect(await after['loading.state']({})).toBeNull()

  await after['loading.start']({ ...input, reference: 'CARGA-2' })
  pass(topUpHorizon)
  const late = await restart()
  expect(await late['loading.state']({})).toMatchObject({ state: 'stopped', reference: 'CARGA-2' })
  expect(await (await restart())['loading.state']({})).toBeNull()
})

test('another connection is another balance', async () => {
  const { handlers, use, told } = await open()
  await handlers['loading.start'](input)
  use('p2')
  expect(told.at(-1)).toMatchObject({ state: 'stopped' })
  expect(await handlers['loading.state']({})).toBeNull()
})

test('the link is opened outside, and only there is one', async () => {
  const { handlers, opened } = await open()
  await expect(handlers['loading.openLink']({})).rejects.toBeInstanceOf(Failure)
  const { link } = await handlers['loading.start'](input)
  await handlers['loading.openLink']({})
  expect(opened).toEqual([link])
})

test('money of another country, or none, is not loaded', async () => {
  const { handlers } = await open()
  for (const amount of [
    { minor: 0, currency: 'COP' },
    { minor: 100, currency: 'USD' },
  ]) {
    await expect(handlers['loading.start']({ ...input, amount })).rejects.toBeInstanceOf(Failure)
  }
})

test('a desktop names the service itself where an address is wanted, and tells of the end', () => {
  const origin = 'https://service.example/'
  expect(returnUrls({ baseUrl: 'https://service.example/base' })).toEqual({
    confirmUrl: origin,
    responseUrl: origin,
  })
  const formatting = { language: 'es', decimalSign: 'comma' } as const
  expect(topUpNotice({ ...input, state: 'waiting' }, formatting)).toBeNull()
  expect(topUpNotice({ ...input, state: 'arrived' }, formatting)?.body.replace('\u00a0', ' ')).toBe(
    '$ 50.000, referencia CARGA-1.',
  )
})
