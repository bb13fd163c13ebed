import type { FastifyInstance } from 'fastify'
import { request } from 'undici'
import { z } from 'zod'
import { ServiceError } from './http/envelope.ts'
import { loadBalance } from './loads.ts'
import type { LoadLink } from './load-links.ts'
import { units } from './money.ts'
import type { Service } from './service.ts'
import { webhookTime } from './wall-time.ts'

const paramsSchema = z.object({ id: z.string() })

function linkOf(service: Service, params: unknown): LoadLink {
  const link = service.links.get(paramsSchema.parse(params).id)
  if (link === undefined) throw new ServiceError(404, 'link.notFound', 'El enlace no existe')
  return link
}

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (content: string) => `<!doctype html><html lang="es"><head><meta charset="utf-8">
<title>Pago de prueba</title><style>body{font:18px system-ui;margin:15vh auto;max-width:24rem;
text-align:center}button{font:inherit;padding:.6rem 2rem}</style></head><body>${content}</body></html>`

const form = (link: LoadLink, currency: string) =>
  page(`<h1>Pago de prueba</h1><p>Referencia ${escape(link.reference)}</p>
<p><strong>$ ${units(link.amount)} ${currency}</strong></p>
<form method="post"><button>Pagar</button></form>`)

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Tells the webhook of a paid link; only on this machine, for the sandbox reaches no further. */
async function notify(service: Service, link: LoadLink): Promise<void> {
  if (!LOOPBACK.has(new URL(link.confirmUrl).hostname)) return
  const data = {
    id: link.id,
    Amount: { cost: 0, amount: units(link.amount) },
    reference: link.reference,
    TransactionStatus: { id: 2, name: 'APPROVED' },
    PaymentMethod: { id: 2, name: 'Tarjeta de prueba' },
    createdAt: webhookTime(service.clock.now()),
  }
  const sent = request(link.confirmUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
    signal: AbortSignal.timeout(2000),
  }).then(({ body }) => body.dump())
  await sent.catch((error: unknown) => {
    process.stderr.write(`webhook ${link.confirmUrl}: ${String(error)}\n`)
  })
}

/** The pages behind generateLink: a button that pays, without a token as for any payer. */
export function payRoutes(app: FastifyInstance, service: Service): void {
  app.get('/pay/:id', (incoming, reply) => {
    const link = linkOf(service, incoming.params)
    return reply
      .type('text/html; charset=utf-8')
      .send(link.paid ? page('<h1>Ya está pagado</h1>') : form(link, service.currency))
  })
  app.post('/pay/:id', async (incoming, reply) => {
    const link = linkOf(service, incoming.params)
    if (!link.paid) {
      link.paid = true
      loadBalance(service, link.amount)
      await notify(service, link)
    }
    return reply.redirect(link.responseUrl, 303)
  })
}
