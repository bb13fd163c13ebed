import { z } from 'zod'
import { hostileBodies, hostileValues } from '../../electron/service/testing/hostile.ts'
import { errorAnswer } from '../../electron/service/testing/raw-server.ts'
import { wireAnswer } from '../../electron/service/testing/session.ts'
import type { ServiceSession } from '../../electron/service/session.ts'
import type { WireAnswer, WireRequest } from '../../electron/service/transport/wire.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { Failure } from '../../shared/errors.ts'
import type { WorldClock } from './clock.ts'
import type { Random } from './random.ts'

/** A request to sell as the service understands it. */
interface Asked {
  id: string
  /** What the body says as its amount, in its own JSON; null: nothing. */
  said: string | null
  /** That in minor units; null: nobody can read it. */
  minor: number | null
}

/** A service that answers everything at random, and knows what it carried out. */
export interface HostileService {
  readonly requests: Asked[]
  readonly carriedOut: Map<string, Asked>
  /** The amounts (minor units) that it offered itself, in quotes and as prices. */
  readonly offered: Set<number>
  send(request: WireRequest): Promise<WireAnswer>
  shoot: ServiceSession['shoot']
}

const hostiles = hostileValues.map(([, value]) => value)
/** Amounts as JSON, as a sloppy service may write them. */
const amounts = [
  ...['1000', '"1000"', '1000.00', '"9000000.004"', '9000000.004', '"1.000"', '"1.000,50"', '0'],
  ...['"$ 1.000"', '"0"', '-5', '"-5"', 'null', '""', '"  "', '"mil"', '1e3', '"1e3"', '1e999'],
  ...['"1000 "', '" 1000"', '"1,000"', '12345678901234567890', '"0x10"', '90071992547409.91'],
  ...[
    '9007199254740991',
    '"5000.10"',
    'true',
    '[1000]',
    '{"amount":1000}',
    '"1000\\u0000"',
    '0.001',
  ],
  ...['9'.repeat(400), '"\\ud800"', '"٣"', '5000.5', '"5000,5"', '2500', '"2500"', '2500', '"700"'],
]
/** What people type, paste and scan. */
export const typedTexts = [
  ...['1000', '5000', '1.000', '1.000,50', '$ 2.500', '9000000.004', '-5', '0', '', ' ', 'mil'],
  ...['7702004003508', '1e3', '0x10', '12345678901234567890', '3001234567', 'A-1', '\u0000', '[1]'],
  ...['\ud800', '٣', '['.repeat(3_000), `${'['.repeat(3_000)}${']'.repeat(3_000)}`, '{"a":1}'],
]
const names = [
  'customerCellphone',
  'amount',
  'reference',
  '__proto__',
  'toString',
  'productId',
  'x',
]
const types = [
  'cellphone',
  'amount',
  'money',
  'hidden',
  'text',
  'select',
  'input-lender',
  'test',
  '',
]
/** How a field usually comes. */
const usual: Partial<Record<string, string>> = { customerCellphone: 'cellphone', amount: 'hidden' }
const times = ['"21/11/26 09:05"', '"2026-11-21 09:05:00"', '"2026-11-20T10:00:00+99:99"', '"ayer"']

interface Parts {
  random: Random
  clock: WorldClock
  profile: Profile
}

export function createHostileService({ random, clock, profile }: Parts): HostileService {
  const requests: Asked[] = []
  const carriedOut = new Map<string, Asked>()
  const offered = new Set<number>()

  const object = (members: Record<string, string | null>) =>
    `{${Object.entries(members)
      .flatMap(([name, json]) => (json === null ? [] : `${JSON.stringify(name)}:${json}`))
      .join(',')}}`
  const flag = () => random.pick(['true', 'false', '"1"', 'null'])
  const maybe = (json: string) => (random.chance(0.3) ? null : json)
  const odd = (json: string) => (random.chance(0.15) ? random.pick(hostiles) : json)

  function offer(json: string): string {
    const minor = minorOf(json)
    if (minor !== null) offered.add(minor)
    return json
  }

  /** Every other one as it should be. */
  const someAmount = () =>
    random.pick(random.chance(0.5) ? amounts : [String(random.int(1, 90_000)), '"2500"'])

  function input(name: string): string {
    const value = name === 'amount' ? someAmount() : random.pick(['"a"', '7', 'null', '{}'])
    const fits = random.chance(0.6)
    return object({
      name: JSON.stringify(name),
      type: JSON.stringify(fits ? (usual[name] ?? 'text') : random.pick(types)),
      label: odd(`"${name}"`),
      value: random.chance(0.5) ? null : odd(value),
      required: random.pick(['false', 'false', 'true']),
      disabled: random.chance(0.7) ? null : flag(),
      payloadSell: maybe(flag()),
      view: random.chance(0.9) ? null : '"query"',
      origin: random.chance(0.9) ? null : '"object"',
      onChange: random.chance(0.9) ? null : '"amount = x * 2"',
      options: random.chance(0.9) ? null : odd('[{"label":"Uno","value":1}]'),
    })
  }

  function inputs(): string {
    const chosen = names.filter((_name, index) => random.chance(index < 2 ? 0.9 : 0.08))
    return `[${chosen.map(input).join(',')}]`
  }

  function row(id: string, { said, minor }: Asked): string {
    const decimal = minor === null ? (said ?? '5000') : String(minor / 100)
    const currency = profile.country === 'CO' ? '"COP"' : '"USD"'
    return object({
      id: String(4711 + [...carriedOut.keys()].indexOf(id)),
      amount: said === null ? String([...offered][0] ?? 5000) : decimal,
      currency: maybe(currency),
      createdAt: maybe(odd(random.pick(times))),
      TransactionStatus: `{"id":${random.pick([1, 2, 2, 2, 3])},"name":"x"}`,
      Product: maybe('{"id":10000,"name":"Recarga"}'),
      costs: maybe(odd('0')),
      prevBalance: maybe(odd('1')),
      newBalance: maybe(odd('1')),
      Person: maybe(odd('{}')),
      PaymentMethod: maybe(odd('{"id":1}')),
      other: odd('1'),
    })
  }

  /** A good answer's data to each read. */
  function dataOf(operation: string, body: string): string {
    switch (operation) {
      case 'get':
        return object({
          id: '10000',
          name: '"Recarga"',
          price: offer(someAmount()),
          options: `{"view":{"form":{"inputs":${inputs()}}}}`,
        })
      case 'query':
        return object({
          amountEditable: maybe(flag()),
          Inputs: random.chance(0.3) ? '[]' : inputs(),
          DefaultPayload: random.chance(0.8)
            ? '[]'
            : `[{"name":"amount","value":${random.pick(amounts)}},${odd('1')}]`,
          Amount: object({
            cost: maybe(random.pick(['0', '"500"', ...amounts.slice(0, 3)])),
            amount: maybe(offer(someAmount())),
            incentive: maybe(odd('1')),
          }),
          Error: maybe('{"message":null}'),
          sign: maybe(odd('"s"')),
        })
      case 'find': {
        const id = idOf(body)
        const asked = carriedOut.get(id)
        return asked ? `{"Transaction":${row(id, asked)}}` : '{}'
      }
      case 'list': {
        const rows = [...carriedOut].map(([id, asked]) => row(id, asked))
        return `{"Transactions":[${[...rows, ...(random.chance(0.2) ? hostiles.slice(5) : [])].join(',')}]}`
      }
      case 'getBusiness':
        return `{"Business":{"balance":${odd('9000')},"profits":${odd('"12.5"')}}}`
      case 'generateLink':
        return `{"link":${odd('"https://pay.example/1"')}}`
      default:
        return `{"Categories":[{"id":1,"Products":[{"id":1,"price":${random.pick(amounts)},"tip":${odd('3')}}]},${odd('1')}]}`
    }
  }

  /** A good answer, or what a hostile or broken service makes of it. */
  function answer(good: string): WireAnswer {
    const date = new Date(clock.real()).toUTCString()
    const headers = { date: random.chance(0.95) ? date : 'Sat, 13 Sep 275760 00:00:00 GMT' }
    const at = { startedAt: clock.now(), endedAt: clock.now(), headers }
    if (random.chance(0.75)) return wireAnswer(good, 200, at)
    if (random.chance(0.3)) return wireAnswer(random.pick(['', '<html>', good]), 500, at)
    if (random.chance(0.2)) {
      return { ...wireAnswer(good.slice(0, 9), 200, at), failure: new Failure('CONNECTION_LOST') }
    }
    const [, text] = random.pick(hostileBodies(good))
    return wireAnswer(text, 200, at)
  }

  return {
    requests,
    carriedOut,
    offered,
    send: async ({ path, body = '' }) => {
      const operation = path.split('/').at(-1) ?? ''
      return answer(`{"statusCode":200,"message":"ok","data":${dataOf(operation, body)}}`)
    },
    shoot: async ({ body = '' }) => {
      const isSecured = random.chance(0.9)
      const none = { status: null, failure: new Failure('CONNECTION_LOST') }
      if (!isSecured) return { secured: false, answer: { ...wireAnswer(''), ...none } }
      const asked = askedOf(body)
      requests.push(asked)
      const isDone = random.chance(0.75)
      if (isDone) carriedOut.set(asked.id, asked)
      if (random.chance(0.1)) return { secured: true, answer: { ...wireAnswer(''), ...none } }
      if (!isDone && random.chance(0.5)) {
        const [, documented = ''] = errorAnswer(400).split('\r\n\r\n')
        return { secured: true, answer: wireAnswer(documented, random.pick([400, 404, 401])) }
      }
      return {
        secured: true,
        answer: answer(`{"statusCode":200,"data":{"transactionId":${odd('"u-1"')}}}`),
      }
    },
  }
}

const bodySchema = z.object({ _id: z.string(), data: z.looseObject({ amount: z.unknown() }) })

/** Reads a sell body by rules of its own, whatever the register's reader makes of it. */
function askedOf(body: string): Asked {
  const asWritten = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' ? `#${source}` : value
  const { _id: id, data } = bodySchema.parse(JSON.parse(body, asWritten))
  if (data.amount === undefined) return { id, said: null, minor: null }
  const said = typeof data.amount === 'string' ? data.amount.replace(/^#/, '') : '?'
  return { id, said, minor: minorOf(said) }
}

function idOf(body: string): string {
  return /"_id":"([^"]+)"/.exec(body)?.[1] ?? ''
}

/** Hundredths of a machine's decimal, exactly; null: it is none, or holds less than a hundredth. */
function minorOf(json: string): number | null {
  const match = /^"?\s*(-?)(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]\+?(\d{1,2}))?\s*"?$/.exec(json)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const scale = Number(exponent) + 2 - fraction.length
  const digits = BigInt(sign + whole + fraction)
  const divisor = 10n ** BigInt(Math.max(0, -scale))
  if (digits % divisor !== 0n) return null
  const minor = (digits * 10n ** BigInt(Math.max(0, scale))) / divisor
  return minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(minor)
}
