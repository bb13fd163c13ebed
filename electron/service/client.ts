import type { Profile } from '../../shared/contract/connection.ts'
import { currencyOfCountry } from '../../shared/domain/money/money.ts'
import { parseServiceAddress } from './transport/address.ts'
import { createAnswerThread } from './answers/answer-thread.ts'
import { createTrust } from './transport/certificates.ts'
import { find } from './operations/find.ts'
import { generateLink } from './operations/generate-link.ts'
import { getBusiness } from './operations/get-business.ts'
import { getImage } from './operations/get-image.ts'
import { getProduct } from './operations/get-product.ts'
import { listProducts } from './operations/list-products.ts'
import { list } from './operations/list.ts'
import { query } from './operations/query.ts'
import { sell } from './operations/sell.ts'
import { createPace } from './transport/pace.ts'
import { environmentProxy, type ProxyFor } from './transport/proxy.ts'
import { readAnswer } from './answers/readers.ts'
import { shoot } from './transport/sell-transport.ts'
import type { MerchantService } from './service.ts'
import type { ExchangeReport, ServiceSession } from './session.ts'
import { defaultTimeouts, type Timeouts } from './transport/timeouts.ts'
import { createTransport } from './transport/transport.ts'

/** What a client is made of. */
export interface ServiceOptions {
  profile: Profile
  /** Asked before each request; null: the call fails with NO_TOKEN and nothing is sent. */
  token: () => string | null
  /** Told of every request that was sent, after it ended. Must not throw. */
  onExchange?: (report: ExchangeReport) => void
  /** The host's knowledge of proxies; the environment's when absent. */
  proxyFor?: ProxyFor
  timeouts?: Partial<Timeouts>
  /** What reads small answers on this thread; a test counts them. */
  readHere?: typeof readAnswer
}

/** Opens the client of a profile; nothing is sent yet. Throws URL_INVALID or URL_INSECURE. */
export function createMerchantService(options: ServiceOptions): MerchantService {
  const { profile, token, onExchange = () => undefined } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const address = parseServiceAddress(profile.baseUrl)
  const connector = {
    address,
    secureContext: createTrust(),
    proxyFor: options.proxyFor ?? environmentProxy(),
    timeout: timeouts.connect,
  }
  const transport = createTransport(connector)
  const currency = currencyOfCountry[profile.country]
  const session: ServiceSession = {
    profile,
    address,
    currency,
    timeouts,
    transport,
    shoot: (request) => shoot(connector, request),
    readHere: options.readHere ?? readAnswer,
    thread: createAnswerThread(),
    saleThread: createAnswerThread(),
    pace: createPace(),
    token,
    onExchange,
  }
  return serviceOver(session)
}

/** The operations over what they share. */
export function serviceOver(session: ServiceSession): MerchantService {
  const { pace } = session
  return {
    profile: session.profile,
    getBusiness: (signal) => getBusiness(session, signal),
    listProducts: (signal) => listProducts(session, signal),
    getProduct: (productId, signal) => getProduct(session, productId, signal),
    query: (body, signal) => pace.whileSelling(() => query(session, body, signal)),
    sell: (body) => pace.whileSelling(() => sell(session, body)),
    find: (customerId, signal) => pace.whileSelling(() => find(session, customerId, signal)),
    list: (kind, from, to, signal, isAhead) => list(session, kind, from, to, signal, isAhead),
    turn: (every, signal) => pace.turn(every, signal),
    generateLink: (request, signal) => generateLink(session, request, signal),
    getImage: (path, signal) => getImage(session, path, signal),
    async close() {
      const { transport, thread, saleThread } = session
      await Promise.all([transport, thread, saleThread].map((one) => one.close()))
    },
  }
}
