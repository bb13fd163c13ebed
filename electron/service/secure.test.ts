import { connect, createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMerchantService } from './client.ts'
import type { ProxyFor } from './transport/proxy.ts'
import * as certificates from './testing/certificates.ts'
import { startProxy, type ProxyServer } from './testing/proxy-server.ts'
import { httpAnswer, startRawServer, testProfile } from './testing/raw-server.ts'
import type { RawServer, SeenRequest } from './testing/raw-server.ts'

const accepted = httpAnswer(200, { statusCode: 200, data: { transactionId: 'u-1' } })
const before = getCACertificates('default')
const closing: (() => Promise<void>)[] = []
let proxy: ProxyServer | undefined

beforeEach(() => setDefaultCACertificates([certificates.authority]))
afterEach(async () => {
  setDefaultCACertificates(before)
  for (const close of closing.splice(0).reverse()) await close()
  proxy = undefined
})

async function startSecure(
  cert: string,
  answer = (request: SeenRequest) => void request.socket.write(accepted),
): Promise<RawServer> {
  const server = await startRawServer(answer, { cert, key: certificates.privateKey })
  closing.push(server.close)
  return server
}

async function useProxy(status?: number): Promise<ProxyServer> {
  proxy = await startProxy(status)
  closing.push(proxy.close)
  return proxy
}

/** A busy computer takes its time over the first certificates: only who waits for a limit has a short one. */
function clientAt(baseUrl: string, proxyFor: ProxyFor = async () => null, connect = 60_000) {
  const service = createMerchantService({
    profile: testProfile(baseUrl),
    token: () => 'secret',
    proxyFor,
    timeouts: { connect, sell: 60_000, read: 60_000, retryPause: 5 },
  })
  closing.push(() => service.close())
  return service
}

describe('over TLS', () => {
  it.each(['localhost', '127.0.0.1'])('sells to %s with a trusted certificate', async (host) => {
    const server = await startSecure(certificates.forLocalhost)
    const evidence = await clientAt(`https://${host}:${server.port}`).sell('{}')
    expect(evidence).toMatchObject({ kind: 'accepted' })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['expired', certificates.expired, 'CERT_HAS_EXPIRED'],
    ['of another name', certificates.forOtherName, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('sends nothing where the certificate is %s', async (_name, cert, reason) => {
    const server = await startSecure(cert)
    const service = clientAt(`https://localhost:${server.port}`)
    const error = { code: 'CERTIFICATE_NOT_TRUSTED', params: { host: 'localhost', reason } }
    expect(await service.sell('{}')).toMatchObject({ kind: 'not-sent', error })
    await expect(service.getBusiness()).rejects.toMatchObject({ error })
    expect(server.requests).toHaveLength(0)
  })

  it('sends nothing where the authority is not known', async () => {
    setDefaultCACertificates([])
    const server = await startSecure(certificates.forLocalhost)
    const evidence = await clientAt(`https://localhost:${server.port}`).sell('{}')
    expect(evidence).toMatchObject({
      kind: 'not-sent',
      error: { code: 'CERTIFICATE_NOT_TRUSTED' },
    })
    expect(server.requests).toHaveLength(0)
  })

  it('sends nothing to what does not speak TLS', async () => {
    const server = await startRawServer((request) => request.socket.end(accepted))
    closing.push(server.close)
    const evidence = await clientAt(`https://localhost:${server.port}`, undefined, 300).sell('{}')
    expect(evidence.kind).toBe('not-sent')
    expect(server.requests).toHaveLength(0)
  })

  it('tells a reset during the handshake from one after it', async () => {
    const resetting = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => resetting.close(() => resolve())))
    const address = resetting.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const early = await clientAt(`https://localhost:${port}`).sell('{}')
    expect(early).toMatchObject({ kind: 'not-sent', error: { code: 'CONNECTION_LOST' } })

    const server = await startSecure(certificates.forLocalhost, (r) => void r.socket.destroy())
    const late = await clientAt(`https://localhost:${server.port}`).sell('{}')
    expect(late).toMatchObject({ kind: 'unknown', error: { code: 'CONNECTION_LOST' } })
    expect(server.requests).toHaveLength(1)
    expect(server.connections()).toBe(1)
  })

  it('gives up a handshake that never ends, having sent nothing', async () => {
    const silent = createServer((socket) => {
      closing.push(async () => void socket.destroy())
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closing.unshift(() => new Promise((resolve) => silent.close(() => resolve())))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const evidence = await clientAt(`https://localhost:${port}`, undefined, 300).sell('{}')
    expect(evidence).toMatchObject({ kind: 'not-sent', error: { code: 'CONNECTION_TIMEOUT' } })
  })
})

it('sends nothing over a connection that is secured after time was up', async () => {
  const server = await startSecure(certificates.forLocalhost)
  const { promise: over, resolve: onOver } = Promise.withResolvers<null>()
  let shakes = 0
  const relay = createServer((socket) => {
    socket.on('close', () => onOver(null)).on('error', () => onOver(null))
    setTimeout(() => {
      const onward = connect(server.port, '127.0.0.1')
      onward.on('error', () => socket.destroy())
      onward.on('data', () => (shakes += 1))
      onward.pipe(socket).pipe(onward)
    }, 90)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => relay.close(() => resolve())))
  const address = relay.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const service = createMerchantService({
    profile: testProfile(`https://localhost:${port}`),
    token: () => 'secret',
    proxyFor: async () => null,
    timeouts: { connect: 5_000, sell: 50 },
  })
  const evidence = await service.sell('{}')
  expect(evidence).toMatchObject({ kind: 'not-sent', error: { code: 'CONNECTION_TIMEOUT' } })
  await over
  expect(shakes).toBeGreaterThan(0)
  expect(server.requests).toHaveLength(0)
})

describe('through a proxy', () => {
  it('sells once through a tunnel, showing the proxy neither token nor body', async () => {
    const server = await startSecure(certificates.forLocalhost)
    const { url, asked } = await useProxy()
    const service = clientAt(`https://localhost:${server.port}`, async () =>
      url.replace('//', '//caja:a%40b@'),
    )
    expect(await service.sell('{}')).toMatchObject({ kind: 'accepted' })
    const authorization = `Basic ${Buffer.from('caja:a@b').toString('base64')}`
    expect(asked).toEqual([{ target: `localhost:${server.port}`, authorization }])
    expect(server.requests).toHaveLength(1)
  })

  it('does not repeat a sale whose tunnel broke', async () => {
    const server = await startSecure(certificates.forLocalhost, (r) => void r.socket.destroy())
    const { url, asked } = await useProxy()
    const evidence = await clientAt(`https://localhost:${server.port}`, async () => url).sell('{}')
    expect(evidence.kind).toBe('unknown')
    expect([asked.length, server.requests.length]).toEqual([1, 1])
  })

  it('checks the certificate behind the tunnel', async () => {
    const server = await startSecure(certificates.forOtherName)
    const { url } = await useProxy()
    const evidence = await clientAt(`https://localhost:${server.port}`, async () => url).sell('{}')
    expect(evidence).toMatchObject({
      kind: 'not-sent',
      error: { code: 'CERTIFICATE_NOT_TRUSTED' },
    })
  })

  it.each([407, 403, 502])('proves not sent when the proxy answers %i', async (status) => {
    const { url } = await useProxy(status)
    const service = clientAt('https://service.invalid', async () => url)
    expect(await service.sell('{}')).toMatchObject({
      kind: 'not-sent',
      error: { code: 'PROXY_FAILED', params: { proxy: new URL(url).host } },
    })
  })

  it.each(['http://127.0.0.1:1', 'socks5://127.0.0.1:1', 'no proxy', 'http://a%ZZ:b@127.0.0.1:1'])(
    'proves not sent when the proxy is %s',
    async (url) => {
      const evidence = await clientAt('https://service.invalid', async () => url).sell('{}')
      expect(evidence).toMatchObject({ kind: 'not-sent', error: { code: 'PROXY_FAILED' } })
    },
  )

  it('gives up a host that never says which proxy', async () => {
    const service = clientAt('https://service.invalid', () => new Promise(() => undefined), 300)
    expect(await service.sell('{}')).toMatchObject({
      kind: 'not-sent',
      error: { code: 'CONNECTION_TIMEOUT' },
    })
  })

  it('never leads plain http of this computer through a proxy', async () => {
    const server = await startRawServer((request) => void request.socket.write(accepted))
    closing.push(server.close)
    const { url, asked } = await useProxy()
    const service = clientAt(`http://127.0.0.1:${server.port}`, async () => url)
    expect(await service.sell('{}')).toMatchObject({ kind: 'accepted' })
    expect(asked).toEqual([])
  })
})
