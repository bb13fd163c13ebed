import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { maxBytes, most, mostHere } from './answers/bounds.ts'
import { createMerchantService } from './client.ts'
import { readAnswer } from './answers/readers.ts'
import type { MerchantService } from './service.ts'
import { patience } from '../../tests/patience.ts'
import { httpAnswer, startRawServer, testProfile, type RawServer } from './testing/raw-server.ts'

let server: RawServer | null = null
let service: MerchantService | null = null
/** The bytes of each answer that was read on this thread. */
let here: number[] = []

afterEach(async () => {
  await service?.close()
  await server?.close()
  here = []
})

async function clientOf(text: string): Promise<MerchantService> {
  const bytes = httpAnswer(200, text)
  server = await startRawServer(({ socket }) => socket.write(bytes))
  service = createMerchantService({
    profile: testProfile(`http://127.0.0.1:${server.port}`),
    token: () => 'secret',
    timeouts: { retryPause: 1 },
    readHere: (operation, status, body, context) => {
      here.push(body.length)
      return readAnswer(operation, status, body, context)
    },
  })
  return service
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'read',
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : String(caught)),
  )
}

const success = (data: string) => `{"statusCode":200,"data":${data}}`
const items = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`
const product = (index: number) =>
  `{"id":${index},"name":"Producto ${index}","image":null,"description":"","price":null,"tip":3}`
const catalog = (...counts: number[]) =>
  success(
    `{"Categories":${items(
      counts.length,
      (at) =>
        `{"id":${at},"name":"C${at}","sort":${at},"Products":${items(counts[at] ?? 0, (index) => product(at * 100_000 + index))}}`,
    )}}`,
  )
const row = (index: number) =>
  `{"id":${index},"TransactionsStatus":{"id":2,"name":"APPROVED"},"amount":5000.10,"createdAt":"2026-10-01 10:00:00","x":"${'x'.repeat(100)}"}`
const rows = (count: number) => success(`{"Transactions":${items(count, row)}}`)

const reads: Record<string, (client: MerchantService) => Promise<unknown>> = {
  getBusiness: (client) => client.getBusiness(),
  find: (client) => client.find('a-1'),
  query: (client) => client.query('{}'),
  listProducts: (client) => client.listProducts(),
  getProduct: (client) => client.getProduct('1'),
  list: (client) => client.list('sales', '2026-10-01', '2026-10-01'),
  generateLink: (client) =>
    client.generateLink({
      reference: 'r',
      confirmUrl: 'https://a.example',
      responseUrl: 'https://a.example',
      amount: { minor: 100, currency: 'COP' },
    }),
}

describe('a large answer', () => {
  it('of a catalog is read in a thread, whole and in order', async () => {
    const client = await clientOf(catalog(3, 2_500, 0, 1_000, 1_000))
    const categories = await client.listProducts()
    expect(here).toEqual([])
    expect(categories.map(({ id, products }) => [id, products.length])).toEqual([
      ['0', 3],
      ['1', 2_500],
      ['2', 0],
      ['3', 1_000],
      ['4', 1_000],
    ])
    const ids = categories.flatMap(({ products }) => products.map(({ id }) => Number(id)))
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    expect(new Set(ids).size).toBe(4_503)
  })

  it('of a report is read in a thread, every row with its text', async () => {
    const client = await clientOf(rows(1_500))
    const page = await client.list('sales', '2026-10-01', '2026-10-01')
    expect(here).toEqual([])
    expect(page.rows).toHaveLength(1_500)
    expect(page.rows[1_499]).toMatchObject({ amount: { minor: 500_010 }, raw: row(1_499) })
  })

  it('keeps its errors: what is wrong with it, and what the service itself says', async () => {
    const pad = ' '.repeat(mostHere)
    const first = await clientOf(success(`{"Transactions":null}${pad}`))
    expect(await codeOf(first.list('sales', '2026-10-01', '2026-10-01'))).toBe('ANSWER_UNREADABLE')
    await first.close()
    await server?.close()
    const said = `{"errorMessage":"Sin deuda","errorCode":"x"}${pad}`
    const second = await clientOf(said)
    expect(await codeOf(second.query('{}'))).toBe('SERVICE_ERROR')
    expect(server?.requests).toHaveLength(1)
    expect(here).toEqual([])
  })
})

describe('what is read on the main thread', () => {
  it.each(Object.keys(reads))('is never more than a little: %s', async (operation) => {
    // A list of nothing is the slowest there is to read, byte for byte.
    const client = await clientOf(success(items(30_000, () => '[]')))
    const code = await codeOf(reads[operation]?.(client) ?? Promise.resolve())
    expect(['ANSWER_TOO_LARGE', 'NOT_THIS_SERVICE', 'ANSWER_UNREADABLE']).toContain(code)
    expect(here).toEqual([])
  })

  it('is a small answer', async () => {
    const client = await clientOf(catalog(10))
    await client.listProducts()
    expect(here).toEqual([Buffer.byteLength(catalog(10))])
  })

  it('of a sale is bounded by what its answer may hold', () => {
    expect(maxBytes.sell).toBeLessThanOrEqual(mostHere)
  })
})

describe('beyond its bound', () => {
  it.each(Object.entries(maxBytes).filter(([name]) => name in reads && name !== 'listProducts'))(
    '%s is refused, and not asked for again',
    async (operation, bytes) => {
      const client = await clientOf(success(`{"x":"${'x'.repeat(bytes)}"}`))
      expect(await codeOf(reads[operation]?.(client) ?? Promise.resolve())).toBe('ANSWER_TOO_LARGE')
      expect(server?.requests).toHaveLength(1)
    },
  )

  it('a sale is unknown, never refused and never made twice', async () => {
    const answer = `{"statusCode":200,"data":{"transactionId":"u-1"},"x":"${'x'.repeat(maxBytes.sell)}"}`
    const client = await clientOf(answer)
    expect(await client.sell('{}')).toMatchObject({
      kind: 'unknown',
      error: { code: 'ANSWER_TOO_LARGE' },
    })
    expect(server?.requests).toHaveLength(1)
  })

  it('a catalog of too many products is refused with their number', async () => {
    const client = await clientOf(catalog(most.products, 1))
    const caught: unknown = await client.listProducts().catch((error: unknown) => error)
    expect(caught instanceof Failure && caught.error).toEqual({
      code: 'CATALOG_TOO_LARGE',
      params: { count: most.products + 1, most: most.products },
    })
    expect(here).toEqual([])
  })

  it('a page of too many rows, a form of too many fields or choices', async () => {
    const read = async (text: string, operation: string) => {
      await service?.close()
      await server?.close()
      return codeOf(reads[operation]?.(await clientOf(text)) ?? Promise.resolve())
    }
    const field = (index: number, options = '[]') => `{"name":"f${index}","options":${options}}`
    const inputs = (text: string) => success(`{"Inputs":${text},"Amount":{}}`)
    expect(await read(rows(most.rows + 1), 'list')).toBe('ANSWER_UNREADABLE')
    expect(await read(inputs(items(most.inputs + 1, field)), 'query')).toBe('ANSWER_UNREADABLE')
    const half = items(most.options / 2 + 1, (index) => `{"value":"${index}"}`)
    expect(await read(inputs(items(2, (at) => field(at, half))), 'query')).toBe('ANSWER_UNREADABLE')
    expect(await read(inputs(items(1, (at) => field(at, half))), 'query')).toBe('read')
  })
})

it('ends with the program that is done, although its thread waits for more', async () => {
  const module = new URL('./answers/answer-thread.ts', import.meta.url).href
  const question = `{ operation: 'listProducts', status: 200, body: new TextEncoder().encode('{"statusCode":200,"data":{"Categories":[]}}'), context: { currency: 'COP', secure: true } }`
  const program = `import('${module}').then(async ({ createAnswerThread }) =>
    console.log((await createAnswerThread().read(${question})).kind))`
  const args = ['--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: patience })
  expect(stdout).toBe('read\n')
})
