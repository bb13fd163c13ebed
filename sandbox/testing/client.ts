import { afterEach } from 'vitest'
import { request } from 'undici'
import { z } from 'zod'
import type { SandboxOptions } from '../options.ts'
import { startSandbox } from '../http/server.ts'
import type { Sandbox } from '../http/server.ts'

const open: Sandbox[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

export const PATHS = {
  getBusiness: '/api/v1/commerces/getBusiness',
  find: '/api/v1/transactions/find',
  sell: '/api/v1/transactions/sell',
  query: '/api/v1/transactions/query',
  listProducts: '/api/v1/products/list',
  getProduct: '/api/v1/products/get',
  listTransactions: '/api/v1/transactions/list',
  generateLink: '/api/v1/transactions/payment/generateLink',
} as const

export const errorShape = z.strictObject({
  errorMessage: z.string().min(1),
  path: z.string(),
  date: z.number().int(),
  errorCode: z.string().regex(/^[\w]+(\.[\w]+)+$/),
})

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The parsed body; throws when it is no JSON. */
  json<T>(schema: z.ZodType<T>): T
}

/** One request over real HTTP, without redirects and without a second try. */
export async function send(
  sandbox: Sandbox,
  path: string,
  body?: unknown,
  options: { method?: string; token?: string | null; type?: string } = {},
): Promise<Reply> {
  const token = options.token === undefined ? sandbox.token : options.token
  const response = await request(`${sandbox.url}${path}`, {
    method: options.method ?? 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    reset: true,
  })
  const text = await response.body.text()
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: (schema) => schema.parse(JSON.parse(text)),
  }
}

/** A sandbox that ends with the test; sales are final at once unless told otherwise. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = { statusSeconds: 0, ...options.settings }
  const sandbox = await startSandbox({ token: 'T', ...options, settings })
  open.push(sandbox)
  return sandbox
}

export const topUp = (extra: Record<string, unknown> = {}) => ({
  productId: '10000',
  customerCellphone: '3001234567',
  amount: '5000',
  ...extra,
})

export const sell = (sandbox: Sandbox, id: string, data: Record<string, unknown> = topUp()) =>
  send(sandbox, PATHS.sell, { data, _channel: 'WS', _version: '1.10.2', _id: id })

export const query = (sandbox: Sandbox, data: Record<string, unknown>) =>
  send(sandbox, PATHS.query, { data, _channel: 'WS' })

export const find = (sandbox: Sandbox, id: string) =>
  send(sandbox, PATHS.find, { data: { _id: id } })

export const list = (sandbox: Sandbox, data: Record<string, unknown>, channel?: string) =>
  send(sandbox, PATHS.listTransactions, { data, _channel: channel })

const summaries = z.object({
  data: z.object({
    Transactions: z.array(z.looseObject({ id: z.number(), createdAt: z.string() })),
  }),
})

/** Identifiers of the rows of a report, in their order. */
export async function listedIds(sandbox: Sandbox, from: string, to: string, kind = 'sales') {
  const reply = await list(sandbox, { typeReport: kind, dateStart: from, dateEnd: to })
  return reply.json(summaries).data.Transactions.map((row) => row.id)
}

const found = z.object({
  data: z.object({
    Transaction: z.looseObject({ TransactionStatus: z.looseObject({ name: z.string() }) }),
  }),
})

/** The transaction that find shows. */
export const foundSale = async (sandbox: Sandbox, id: string) =>
  (await find(sandbox, id)).json(found).data.Transaction

const quoted = z.object({
  data: z.object({
    amountEditable: z.boolean(),
    Inputs: z.array(z.looseObject({ name: z.string(), type: z.string(), value: z.unknown() })),
    DefaultPayload: z.array(z.unknown()),
    Amount: z.object({
      cost: z.number(),
      incentive: z.number().nullable(),
      amount: z.number().optional(),
    }),
    Error: z.object({ message: z.string().nullable() }),
    sign: z.string(),
  }),
})

/** A quote, with the values of its inputs by name. */
export async function quote(sandbox: Sandbox, data: Record<string, unknown>) {
  const { data: result } = (await query(sandbox, data)).json(quoted)
  return { ...result, values: Object.fromEntries(result.Inputs.map((i) => [i.name, i.value])) }
}
