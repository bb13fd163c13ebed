import { parseServiceAddress } from '../../electron/service/address.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import { getProduct } from '../../electron/service/operations/get-product.ts'
import { query } from '../../electron/service/operations/query.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import type { Session } from '../../electron/service/session.ts'
import { defaultTimeouts } from '../../electron/service/timeouts.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { currencyOfCountry, type Country } from '../../shared/domain/money.ts'

/** A merchant's profile of a country. */
export const profileOf = (country: Country, baseUrl = 'http://127.0.0.1:1'): Profile => ({
  id: `shop-${country}`,
  name: 'Prueba',
  country,
  baseUrl,
  apiVersion: '1.10.2',
  deviceId: '',
  position: null,
  valuesAs: 'strings',
  sandbox: false,
})

/** The real client of the service, whose product and quotes are answered one after the other from memory. */
export function scriptedService(answers: unknown[]): {
  service: MerchantService
  bodies: string[]
} {
  const profile = profileOf('CO')
  const bodies: string[] = []
  const address = parseServiceAddress(profile.baseUrl)
  const nowhere = () => Promise.reject(new Error('not in this test'))
  const session: Session = {
    profile,
    address,
    currency: currencyOfCountry[profile.country],
    timeouts: defaultTimeouts,
    transport: {
      send: async ({ body = '' }) => {
        bodies.push(body)
        const answer = JSON.stringify({ statusCode: 200, data: answers.shift() ?? {} })
        const times = { startedAt: 1, endedAt: 1 }
        return { ...times, status: 200, headers: {}, body: Buffer.from(answer), failure: null }
      },
      close: nowhere,
    },
    connector: { address, secureContext: () => nothing(), proxyFor: nowhere, timeout: 1 },
    token: () => 'token',
    onExchange: () => undefined,
  }
  const service = {
    ...createMerchantService({ profile, token: () => 'token' }),
    getProduct: (productId: string) => getProduct(session, productId),
    query: (body: string) => query(session, body),
  }
  return { service, bodies }
}

function nothing(): never {
  throw new Error('not in this test')
}
