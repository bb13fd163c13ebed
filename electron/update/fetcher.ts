import { createReadStream, statSync } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import { Client } from 'undici'
import { Failure } from '../../shared/errors.ts'
import { explainNetworkError } from '../service/errors.ts'
import { parseServiceAddress } from '../service/transport/address.ts'
import { createTrust } from '../service/transport/certificates.ts'
import { createConnector } from '../service/transport/connector.ts'
import { storeFailure } from '../store/sqlite/sqlite-errors.ts'

/** Between two pieces of a file nothing may be heard for so long. */
const silenceMs = 30_000
/** A whole file has a minute, and as long as 4 KB a second take: what drips slower never ends. */
const limitOf = (bytes: number): number => Math.ceil(60_000 + bytes / 4)

/** What brings a feed's files, over the web or from a folder, and nothing longer than it may be. */
export type Fetcher = ReturnType<typeof createFetcher>

/**
 * Stands in for tuf-js's own fetcher, which follows redirects, knows no proxy and leaves a full disk to nobody.
 * `folder` is where a file is written while it comes. `failure` is why the last file did not, where that says more than
 * the client does.
 */
export function createFetcher({
  folder,
  proxy,
  progress,
  limitMs = limitOf,
}: {
  folder: string
  proxy: string | null
  /** Hears how many bytes of a file have come. */
  progress?: (bytes: number) => void
  limitMs?: (bytes: number) => number
}) {
  let failure: Failure | null = null

  async function downloadFile<T>(
    url: string,
    maxLength: number,
    handler: (file: string) => Promise<T>,
  ): Promise<T> {
    const path = join(folder, 'part')
    try {
      await bring(url, maxLength, path)
      return await handler(path)
    } finally {
      await rm(path, { force: true })
    }
  }

  async function bring(url: string, maxLength: number, path: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(limitMs(maxLength))
      const pieces = url.startsWith('file:') ? piecesOfFile(url) : piecesOfWeb(url, proxy, signal)
      await write(path, atMost(pieces, maxLength, signal, progress))
    } catch (caught) {
      // That a file is not there is an answer: the client knows what to make of it.
      if (caught instanceof DownloadHTTPError) throw caught
      failure = caught instanceof Failure ? caught : storeFailure(caught)
      throw failure
    }
  }

  return {
    downloadFile,
    downloadBytes: (url: string, maxLength: number): Promise<Buffer> =>
      downloadFile(url, maxLength, (file) => readFile(file)),
    failure: () => failure,
  }
}

async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const piece of pieces) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The same pieces, until they are more than they may be, or take too long. */
async function* atMost(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
  signal: AbortSignal,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > most) throw new Failure('FEED_REFUSED', { reason: `> ${most} bytes` })
    if (signal.aborted) throw tooSlow()
    progress(bytes)
    yield piece
  }
}

async function* piecesOfFile(url: string): AsyncGenerator<Uint8Array> {
  const path = fileURLToPath(url)
  // A pipe by that name would never end.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new DownloadHTTPError('no such file', 404)
  }
  for await (const piece of createReadStream(path)) {
    if (piece instanceof Uint8Array) yield piece
  }
}

async function* piecesOfWeb(
  url: string,
  proxy: string | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { pathname } = new URL(url)
  const address = parseServiceAddress(new URL('/', url).href)
  const connect = createConnector({
    address,
    secureContext: createTrust(),
    proxyFor: async () => proxy,
    timeout: silenceMs,
  })
  const client = new Client(address.origin, { connect, pipelining: 1, allowH2: false })
  try {
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: pathname,
      headers: { 'user-agent': 'Mostrador', 'accept-encoding': 'identity' },
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      signal,
    })
    if (statusCode === 404 || statusCode === 403) throw new DownloadHTTPError('none', statusCode)
    if (statusCode !== 200) {
      throw new Failure('FEED_UNREACHABLE', { reason: `HTTP ${statusCode}` })
    }
    for await (const piece of body) {
      if (piece instanceof Uint8Array) yield piece
    }
  } catch (caught) {
    if (caught instanceof DownloadHTTPError || caught instanceof Failure) throw caught
    if (signal.aborted) throw tooSlow()
    const { code, params } = explainNetworkError(caught, address.hostname)
    // The words of the others tell of the service that sales are made with.
    if (params?.['host'] !== undefined || code === 'PROXY_FAILED') throw new Failure(code, params)
    throw new Failure('FEED_UNREACHABLE', { reason: code }, { cause: caught })
  } finally {
    await client.destroy()
  }
}

const tooSlow = () => new Failure('FEED_UNREACHABLE', { reason: 'CONNECTION_TIMEOUT' })
