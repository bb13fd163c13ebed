import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { categoriesOf, firstFormOf, goodOf, quotedFormOf, type Loose } from './goods.ts'

/** A sale as this service has it. */
export interface HabitSale {
  number: number
  id: string
  productId: number
  amount: string
  at: Date
  data: Loose
}

/** A merchant service with the same contract and habits of its own. */
export interface HabitService {
  url: string
  token: string
  sales: HabitSale[]
  close(): Promise<void>
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const zone = 5 * 3_600_000
const two = (part: number) => String(part).padStart(2, '0')

/** A moment at UTC-5, as find and as list write it. */
function written(at: Date): { find: string; list: string; day: string } {
  const local = new Date(at.getTime() - zone)
  const [year, month, day] = [
    local.getUTCFullYear(),
    two(local.getUTCMonth() + 1),
    two(local.getUTCDate()),
  ]
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  return {
    find: `${day}/${month}/${String(year).slice(2)} ${time}`,
    list: `${year}-${month}-${day} ${time}:${two(local.getUTCSeconds())}`,
    day: `${year}-${month}-${day}`,
  }
}

const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Starts it on a free port of this machine. */
export async function startHabitService(): Promise<HabitService> {
  const token = 'hábitos'.normalize('NFD').replace(/\W/g, '')
  const sales: HabitSale[] = []

  const operations: Record<string, (data: Loose, body: Loose) => unknown> = {
    'commerces/getBusiness': () => ({
      Business: { profits: '0.0', balance: '98765432.10', deuda: null },
    }),
    'products/list': () => ({ total: '10000', Categories: categoriesOf() }),
    'products/get': (data) => {
      const good = known(data)
      const inputs = firstFormOf(good)
      const options = inputs === null ? null : { view: { form: { inputs }, extra: [] } }
      const detail = { options, name: good.name, id: String(good.id), price: null }
      return good.id % 2 === 0 ? detail : { Product: detail }
    },
    'transactions/query': (data, body) => {
      const good = known(data)
      mustBeMarked(body)
      return {
        sign: null,
        Inputs: quotedFormOf(good, data),
        ...(good.kind === 'bill' ? { DefaultPayload: [{ name: 'canal', value: 'cajá' }, {}] } : {}),
        amountEditable: good.kind === 'topUp' || good.kind === 'odd' ? 'true' : '0',
        ...(good.kind === 'late'
          ? {}
          : { Amount: { cost: good.kind === 'plan' ? '250.00' : '0' } }),
        ...(good.kind === 'odd' ? { Error: null } : { Error: {} }),
      }
    },
    'transactions/sell': (data, body) => {
      const good = known(data)
      mustBeMarked(body)
      const { amount } = data
      if (typeof amount !== 'string' && typeof amount !== 'number')
        throw new Refusal(400, 'Sin valor')
      if (typeof body['_id'] !== 'string') throw new Refusal(400, 'Sin _id')
      if (good.kind === 'bill' && data['canal'] !== 'cajá') throw new Refusal(400, 'Sin canal')
      const sale = { productId: good.id, amount: Number(amount).toFixed(2), data, at: new Date() }
      const number = 5_000 + sales.length
      sales.push({ ...sale, number, id: body['_id'] })
      return { transactionId: number, comprobante: null }
    },
    'transactions/find': (data) => {
      const sale = sales.find(({ id }) => id === data['_id'])
      return sale ? { Transaction: foundAs(sale) } : {}
    },
    'transactions/list': (data) => {
      const rows = data['typeReport'] === 'sales' ? sales : []
      const [from, to] = [String(data['dateStart']), String(data['dateEnd'])]
      const inside = rows.filter(({ at }) => written(at).day >= from && written(at).day <= to)
      return { Transactions: inside.slice(0, 1_000).map(rowOf), pagina: 1 }
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(request, 'end')
    const path = /^\/api\/v1\/(.+)$/.exec(request.url ?? '')?.[1] ?? ''
    const operation = Object.hasOwn(operations, path) ? operations[path] : undefined
    try {
      if (!operation) throw new Refusal(404, 'No existe ✋')
      if (request.headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'Sin permiso')
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      if (!isLoose(body) || !isLoose(body['data'])) throw new Refusal(400, 'Sin datos')
      const data = operation(body['data'], body)
      const isReport = path === 'transactions/list'
      const code = isReport ? { status: '200' } : { statusCode: '200' }
      send(response, 200, { ...code, versión: '9', data, message: null })
    } catch (caught) {
      const [status, message] =
        caught instanceof Refusal ? [caught.status, caught.message] : [500, String(caught)]
      const error = {
        errorCode: 'x.y',
        date: '1790000000',
        path,
        errorMessage: message,
        hint: null,
      }
      send(response, status, error)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    sales,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, status: number, body: Loose): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

function known(data: Loose) {
  const good = goodOf(data['productId'])
  if (!good) throw new Refusal(404, 'No está ese producto')
  return good
}

function mustBeMarked(body: Loose): void {
  if (body['_channel'] !== 'WS') throw new Refusal(400, 'Falta _channel')
}

/** find: ids and money as text, and the half of it missing. */
function foundAs({ number, productId, amount, at }: HabitSale): Loose {
  return {
    TransactionStatus: { color: null, id: '2' },
    amount,
    Product: { id: String(productId), name: null },
    createdAt: written(at).find,
    id: String(number),
    Person: null,
    PaymentMethod: 'efectivo',
    prevBalance: 'N/A',
    estado: '👍',
  }
}

function rowOf({ number, productId, amount, at }: HabitSale): Loose {
  const product = { Product: { name: `Producto ${productId}`, id: String(productId) } }
  const row = { amount, createdAt: written(at).list, ...product, id: String(number) }
  return { TransactionsStatus: { id: 2.0, name: 'Aprobada ✅' }, ...row, _v: [] }
}
