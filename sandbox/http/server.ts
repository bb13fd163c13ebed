import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createServiceCatalog } from '../catalog/catalog.ts'
import { createClock } from '../clock.ts'
import { Control } from '../control.ts'
import { controlRoutes } from '../control-routes.ts'
import { errorBody, ServiceError } from './envelope.ts'
import { asServiceError } from '../errors.ts'
import { Faults } from '../faults/faults.ts'
import { createHistory } from '../history.ts'
import { createImages } from './images.ts'
import { TransactionLedger } from '../ledger/ledger.ts'
import { createReader } from '../ledger/reader.ts'
import type { LedgerReader } from '../ledger/reader.ts'
import { OPERATION_NAMES, OPERATIONS } from '../operations/operations.ts'
import { resolveOptions } from '../options.ts'
import type { ResolvedOptions, SandboxOptions } from '../options.ts'
import { payRoutes } from '../pay.ts'
import { handle } from './pipeline.ts'
import type { Pipeline } from './pipeline.ts'
import { RequestLog } from './request-log.ts'
import type { Service } from '../service.ts'
import { daysAfter, wallDate } from '../wall-time.ts'

/** A running sandbox. */
export interface Sandbox {
  /** Origin without a slash at its end, such as http://127.0.0.1:40123. */
  url: string
  token: string
  ledger: LedgerReader
  control: Control
  /** Ends open requests and closes the ledger; again, it does nothing. */
  close(): Promise<void>
}

function openService(options: ResolvedOptions): Service {
  const clock = createClock()
  const catalog = createServiceCatalog(options.currency, options.unshown)
  if (options.data !== undefined) mkdirSync(options.data, { recursive: true })
  const file = options.data === undefined ? ':memory:' : join(options.data, 'sandbox.db')
  const ledger = new TransactionLedger(file, clock, options.currency, options.balance)
  if (options.historyFrom !== undefined && ledger.count() === 0)
    ledger.addHistory(
      createHistory(
        {
          ...options,
          from: options.historyFrom,
          to: options.historyTo ?? daysAfter(wallDate(clock.now()), -1),
          busyDays: new Map(Object.entries(options.busyDays)),
        },
        catalog,
        options.currency,
        clock.now(),
      ),
    )
  return {
    clock,
    catalog,
    ledger,
    links: new Map(),
    currency: options.currency,
    settings: options.settings,
    signKey: randomBytes(32),
    origin: '',
  }
}

const imageParams = z.object({ file: z.string() })

function imageRoutes(app: FastifyInstance, service: Service): void {
  const images = createImages(service.catalog)
  app.get('/images/:file', (request, reply) => {
    const image = images.get(imageParams.parse(request.params).file)
    if (image === undefined) throw new ServiceError(404, 'image.notFound', 'La imagen no existe')
    return reply.type(image.type).header('cache-control', 'public, max-age=86400').send(image.body)
  })
}

/** Every answer carries the service's own time, and every failure the documented body. */
function commonHooks(app: FastifyInstance, service: Service): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('date', new Date(service.clock.now()).toUTCString())
    done()
  })
  const fail = (error: ServiceError, url: string) =>
    errorBody(error, url.split('?')[0] ?? url, service.clock)
  app.setNotFoundHandler((request, reply) => {
    const error = new ServiceError(404, 'path.notFound', 'La ruta no existe')
    return reply.code(404).send(fail(error, request.url))
  })
  app.setErrorHandler((error: FastifyError | ServiceError, request, reply) => {
    const known = asServiceError(error)
    if (known.status === 500 && known !== error) process.stderr.write(`${String(error.stack)}\n`)
    return reply.code(known.status).send(fail(known, request.url))
  })
  // A payer's form carries nothing that is read.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

/**
 * Starts a sandbox on the loopback interface and resolves once it answers.
 * Throws OptionsError or LedgerError when the options cannot be used.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = resolveOptions(options)
  const token = resolved.token ?? randomBytes(24).toString('base64url')
  const service = openService(resolved)
  const closing = new AbortController()
  const pipeline: Pipeline = {
    service,
    faults: new Faults(),
    log: new RequestLog(),
    token,
    closing: closing.signal,
  }
  const control = new Control(pipeline)
  const ledger = createReader(service.ledger, service.currency, service.clock.now)
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  commonHooks(app, service)
  for (const name of OPERATION_NAMES)
    app.post(OPERATIONS[name].path, (request, reply) => handle(pipeline, name, request, reply))
  imageRoutes(app, service)
  payRoutes(app, service)
  await app.register(
    (scope, _options, done) => {
      controlRoutes(scope, control, ledger, token)
      done()
    },
    { prefix: '/_control' },
  )
  let closed: Promise<void> | undefined
  const end = async () => {
    closing.abort()
    await app.close()
    service.ledger.close()
  }
  const close = () => (closed ??= end())
  try {
    service.origin = await app.listen({ host: '127.0.0.1', port: resolved.port })
  } catch (error) {
    await close()
    throw error
  }
  return { url: service.origin, token, ledger, control, close }
}
