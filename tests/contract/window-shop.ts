import { profileSample } from '../../shared/contract/testing/profile-sample.ts'
import { reportFilterSchema } from '../../shared/contract/reports.ts'
import type { DayRange } from '../../shared/domain/time/range.ts'
import { Failure } from '../../shared/errors.ts'
import { systemClock } from '../../electron/async/clock.ts'
import type { Thread } from '../../electron/async/thread.ts'
import type { HubConnection } from '../../electron/hub/connect.ts'
import { readAnswer } from '../../electron/service/answers/readers.ts'
import type { ListPage, MerchantService } from '../../electron/service/service.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import type { HubStream } from '../../electron/store/hub/outbox.ts'
import { createReports, type ReportsDeps } from '../../electron/features/reports/reports.ts'
import { createWindowDesk } from '../../electron/features/hub/windows/window-desk.ts'
import { windowQuestionSchema } from '../../electron/features/hub/windows/window-question.ts'
import { createWindows } from '../../electron/features/hub/windows/windows.ts'
import { createWindowModel } from '../../electron/features/hub/testing/window-model.ts'

const notHere = () => Promise.reject(new Failure('UNEXPECTED'))

/** For tests: a row as the service's list writes it. */
export const rowText = (id: string, time: string, amount = '5000.00', status = 2): string =>
  `{"id":${id},"TransactionsStatus":{"id":${status},"name":"S${status}"},"Product":{"id":7,"name":"Recarga"},"amount":${amount},"createdAt":"${time}","ref":"300-${id}"}`

/** For tests: an answer of the list as it is read. */
export function answerOf(rows: readonly string[], at: number): ListPage {
  const body = new TextEncoder().encode(
    `{"status":200,"data":{"Transactions":[${rows.join(',')}]}}`,
  )
  const reading = readAnswer('list', 200, body, { currency: 'COP', secure: true })
  if (reading.kind === 'failed') throw new Failure(reading.error.code)
  const exchange = { startedAt: at, endedAt: at, httpStatus: 200, serverDate: at, raw: null }
  return { rows: reading.value, exchange, attempts: 1 }
}

/** How it stands between a register and its hub. */
interface World {
  /** How many questions were asked of the thread. */
  asked: number
  /** The connection is the test service's. */
  isTest: boolean
  /** What its journal says of the hub. */
  stream: () => HubStream | null
  account: string
  /** What becomes of a question on its way to the hub. */
  hinders: () => Promise<void>
  /** What the hub says in place of a row of its own answer. */
  says: (row: unknown) => unknown
}

/** For tests: registers of one account with a hub in memory, and a service whose list counts what it is asked. */
export function windowShop(rows: { at: string; text: string }[], now = Date.now) {
  const model = createWindowModel(now)
  const requests: string[] = []
  const service = {
    /** What becomes of a question on its way to the service. */
    hinders: async (): Promise<void> => undefined,
    /** The service tells no time. */
    isTimeless: false,
  }

  async function list(_kind: string, dateStart: string, dateEnd: string, signal?: AbortSignal) {
    requests.push(`${dateStart}..${dateEnd}`)
    const at = now()
    await service.hinders()
    if (signal?.aborted) throw new Failure('CANCELLED')
    const within = rows.filter(({ at: day }) => dateStart <= day && day <= dateEnd)
    const page = answerOf(
      within.map(({ text }) => text),
      at,
    )
    return service.isTimeless ? { ...page, exchange: { ...page.exchange, serverDate: null } } : page
  }

  function register(code: string, deps: Partial<ReportsDeps> = {}, isJoined = true) {
    const stream: HubStream = {
      ...{ id: 's', code, name: code, login: code, ca: null, begunAt: 1, ackedSeq: 0 },
      ...{ url: 'postgres:///shop?host=/x&port=5432', ackedAt: null },
    }
    const world: World = {
      asked: 0,
      isTest: false,
      stream: () => (isJoined ? stream : null),
      account: 'account Tienda https://service',
      hinders: async () => undefined,
      says: (row) => row,
    }
    const own = model.registerOf(code)
    const hub: HubConnection = {
      ...own,
      async rows(row, sql, values) {
        await world.hinders()
        const answer = await own.rows(row, sql, values)
        return answer.map((one) => row.parse(world.says(one)))
      },
      async run(sql, values) {
        await world.hinders()
        await own.run(sql, values)
      },
    }
    const answer = createWindowDesk(async () => hub)
    let fail: (reason: Failure) => void = () => undefined
    const thread: Thread = {
      async ask(question, schema) {
        world.asked += 1
        const ended = new Promise<never>((_, reject) => (fail = reject))
        // As it comes from a thread: nothing of either side's memory.
        const told = structuredClone(windowQuestionSchema.parse(question))
        return schema.parse(structuredClone(await Promise.race([answer(told), ended])))
      },
      end: async (reason = new Failure('CANCELLED')) => fail(reason),
    }
    const windows = createWindows({
      ...{ clock: systemClock, thread, stream: () => world.stream() },
      password: async () => 'p',
      accountOf: () => (world.isTest ? null : { account: world.account, currency: 'COP' }),
    })
    const profile = profileSample({ id: `profile of ${code}` })
    const merchant: MerchantService = {
      ...{ profile, list, getBusiness: notHere, listProducts: notHere, getProduct: notHere },
      ...{ getImage: notHere, query: notHere, sell: notHere, find: notHere },
      ...{ turn: async () => undefined, generateLink: notHere, close: async () => undefined },
    }
    const cache = openCache(':memory:')
    const reports = createReports({
      ...{ cache, now, elsewhere: windows, profile: () => profile, service: () => merchant },
      ...{ emit: () => undefined, mustBeApproved: () => undefined },
      ...{ decimalSign: () => 'comma', maySeeCommissions: () => true },
      ...deps,
    })
    let jobs = 0
    return {
      ...{ world, windows, reports, cache },
      job: () => `job ${code} ${jobs}`,
      gather: (range: DayRange) => {
        jobs += 1
        return reports.handlers['reports.gather']({
          ...{ jobId: `job ${code} ${jobs}`, kind: 'sales', ...range },
        })
      },
      /** The rows of a range as they are stored. */
      async rows(range: DayRange): Promise<string[]> {
        const asked = { kind: 'sales', ...range, offset: 0, limit: 500 } as const
        const { rows: found } = await reports.handlers['reports.page']({
          ...asked,
          filter: reportFilterSchema.parse({}),
          sort: { column: 'createdAt', descending: false },
        })
        return found.map(({ id, amount }) => `${id} ${amount?.minor ?? '?'}`)
      },
      async close(): Promise<void> {
        await reports.close()
        await windows.stop()
        cache.close()
      },
    }
  }
  return { model, requests, service, register }
}
