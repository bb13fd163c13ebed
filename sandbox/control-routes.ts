import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireBearer } from './http/auth.ts'
import { clockChangeSchema } from './control.ts'
import type { Control } from './control.ts'
import { ServiceError } from './http/envelope.ts'
import { faultSchema } from './faults/faults.ts'
import type { LedgerReader } from './ledger/reader.ts'
import { parseAmount } from './money.ts'
import { sandboxSettingsChangeSchema } from './settings.ts'
import { STATUS_NAMES } from './statuses.ts'

const faultsSchema = z.union([z.array(faultSchema), faultSchema.transform((fault) => [fault])])
const filterSchema = z.strictObject({
  kind: z.enum(['sales', 'buys']).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  _id: z.string().optional(),
})
const idSchema = z.object({ id: z.coerce.number().int() })
const statusSchema = z.strictObject({ status: z.enum(STATUS_NAMES) })
const tokenSchema = z.strictObject({ token: z.string().regex(/^\S+$/) })
const topUpSchema = z.strictObject({
  amount: z.unknown().transform((value, context) => {
    const amount = parseAmount(value)
    if (amount !== undefined && amount > 0) return amount
    context.addIssue('not an amount')
    return z.NEVER
  }),
})

/** Parses what a test sent; 400 that names what is wrong. */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ServiceError(400, 'control.invalid', z.prettifyError(result.error))
}

/** The control API, under /_control, off the contract's paths; needs the token of the start. */
export function controlRoutes(
  app: FastifyInstance,
  control: Control,
  ledger: LedgerReader,
  token: string,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    requireBearer(request.headers.authorization, token)
    done()
  })
  app.get('/faults', () => control.faults())
  app.post('/faults', (request) => {
    return control.addFaults(...parse(faultsSchema, request.body))
  })
  app.delete('/faults', () => {
    control.clearFaults()
    return []
  })
  app.get('/ledger', (request) => ({
    currency: ledger.currency,
    ...ledger.business(),
    transactions: ledger.transactions(parse(filterSchema, request.query)),
  }))
  app.get('/requests', () => control.requests())
  app.delete('/requests', () => {
    control.clearRequests()
    return control.requests()
  })
  app.get('/settings', () => control.settings())
  app.post('/settings', (request) =>
    control.changeSettings(parse(sandboxSettingsChangeSchema, request.body)),
  )
  app.get('/clock', () => control.clock())
  app.post('/clock', (request) => control.changeClock(parse(clockChangeSchema, request.body)))
  app.post('/token', (request) => {
    control.changeToken(parse(tokenSchema, request.body).token)
    return {}
  })
  app.post('/loads', (request) => control.load(parse(topUpSchema, request.body).amount))
  app.post('/transactions/:id/status', (request) => {
    const { id } = parse(idSchema, request.params)
    const { status } = parse(statusSchema, request.body)
    if (!control.setStatus(id, status))
      throw new ServiceError(404, 'transaction.notFound', `there is no transaction ${id}`)
    return { id, status }
  })
}
