import { randomUUID } from 'node:crypto'
import { sentText } from '../catalog/data.ts'
import { invalid, requireAmount } from '../catalog/checks.ts'
import { success } from '../http/envelope.ts'
import type { Service } from '../service.ts'
import type { Call } from './call.ts'

function requireUrl(call: Call, name: string): string {
  const url = sentText(call.data, name)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw invalid(name, `El campo ${name} debe ser una dirección http o https`)
  return url
}

/** A link to pay at that loads balance , or an error 400. */
export function answerGenerateLink(service: Service, call: Call) {
  const reference = sentText(call.data, 'reference')
  if (reference === '') throw invalid('reference', 'Falta el campo reference')
  const amount = requireAmount(call.data)
  if (amount === 0) throw invalid('amount', 'El valor debe ser mayor que cero')
  const id = randomUUID()
  service.links.set(id, {
    id,
    reference,
    amount,
    confirmUrl: requireUrl(call, 'confirmUrl'),
    responseUrl: requireUrl(call, 'responseUrl'),
    paid: false,
  })
  return success({ link: `${service.origin}/pay/${id}` }, 'web')
}
