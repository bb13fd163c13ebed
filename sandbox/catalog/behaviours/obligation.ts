import { parseAmount } from '../../money.ts'
import { hash } from '../../random.ts'
import { invalid, rejected, requireAmount, requireFields, requireInquiry } from '../checks.ts'
import { sentText } from '../data.ts'
import { charges, formInputs, hiddenInput, nameInput, quotedInputs } from '../inputs.ts'
import { document, documentType, plainText, selectField } from '../fields.ts'
import { nameFor } from '../people.ts'
import type { Behaviour, Data } from '../types.ts'
import { amountByType, PAYMENT_TYPE, paymentInputs, requirePayment } from './payment-type.ts'

/** What the inquiry looks up, and gives back disabled. */
const KEYS = [
  selectField('customerQueryType', 'Consultar por', [
    { label: 'Número de tarjeta', value: '1' },
    { label: 'Número de obligación', value: '2' },
  ]),
  plainText(
    'reference',
    'Número de tarjeta u obligación',
    /^\d{5,20}$/,
    'La referencia debe tener entre 5 y 20 dígitos',
    { note: 'De una tarjeta, los primeros 6 dígitos y los últimos 4', icon: 'reference' },
  ),
  documentType(),
  document('Número de documento'),
]

const FIELDS = [...KEYS, PAYMENT_TYPE]

/** The minimum and the total of an obligation in minor units, with the inquiry's number. */
function obligationOf(data: Data) {
  const key = KEYS.map(({ input }) => sentText(data, input.name)).join('|')
  const total = 20_000_000 + (hash(`total ${key}`) % 30_000) * 10_000
  const minimum = Math.floor((total * 0.08) / 10_000) * 10_000
  return { key, minimum, total, id: hash(`obligation ${key}`) }
}

function cardProblem(data: Data): string | undefined {
  if (sentText(data, 'customerQueryType') !== '1' || /^\d{10}$/.test(sentText(data, 'reference')))
    return undefined
  return 'De la tarjeta se envían los primeros 6 dígitos seguidos de los últimos 4'
}

/** Payment of the obligations of one bank (contract 4a). */
export const obligation: Behaviour = {
  form: () =>
    formInputs(FIELDS).map((input) =>
      input.name === 'customerPaymentType' ? input : { ...input, view: 'query' },
    ),
  quote(product, data) {
    requireInquiry(FIELDS, data)
    const problem = cardProblem(data)
    if (problem) throw rejected(problem)
    const { key, minimum, total, id } = obligationOf(data)
    const other = parseAmount(data.amount) ?? 0
    if (sentText(data, 'customerPaymentType') === '3' && other > total)
      throw rejected('El valor no puede superar el pago total')
    const debt = { minimum, total }
    return {
      inputs: [
        ...quotedInputs(KEYS, data, true),
        ...paymentInputs(data, debt, amountByType(data, debt, other)),
        hiddenInput('id_query', id),
        hiddenInput('aditional', {
          obligation: sentText(data, 'reference').slice(-4),
          cutoff: 15,
          branch: '001',
        }),
        nameInput(nameFor(key)),
      ],
      amountEditable: true,
      ...charges(product),
      error: null,
    }
  },
  check(_product, data) {
    requireFields(FIELDS, data)
    const problem = cardProblem(data)
    if (problem) throw invalid('reference', problem)
    const { minimum, total, id } = obligationOf(data)
    if (sentText(data, 'id_query') !== String(id))
      throw invalid('id_query', 'Consulte la obligación antes de pagarla')
    const amount = requireAmount(data)
    requirePayment(data, { minimum, total }, amount)
    return amount
  },
}
