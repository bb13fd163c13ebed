import { parseAmount, units } from '../../money.ts'
import { hash } from '../../random.ts'
import { invalid, rejected, requireAmount, requireFields, requireInquiry } from '../checks.ts'
import { text } from '../data.ts'
import { charges, formInputs, hiddenInput, moneyInput, nameInput, quotedInputs } from '../inputs.ts'
import { document, plainText, select } from '../fields.ts'
import { nameFor } from '../people.ts'
import type { Behaviour, Data } from './behaviour.ts'

const ON_CHANGE =
  "if (customerPaymentType == '1') { amount = amount_1 } " +
  "else if (customerPaymentType == '2') { amount = amount_2 } else { amount = 0 }"

/** What the inquiry looks up, and gives back disabled. */
const KEYS = [
  select('customerQueryType', 'Consultar por', [
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
  select('customerDocType', 'Tipo de documento', [
    { label: 'Cédula de ciudadanía', value: 'CC' },
    { label: 'Cédula de extranjería', value: 'CE' },
    { label: 'NIT', value: 'NI' },
  ]),
  document('Número de documento'),
]

const PAYMENT_TYPE = select('customerPaymentType', 'Tipo de pago', [
  { label: 'Pago mínimo', value: '1' },
  { label: 'Pago total', value: '2' },
  { label: 'Otro valor', value: '3' },
])

const FIELDS = [...KEYS, PAYMENT_TYPE]

/** The minimum and the total of an obligation in minor units, with the inquiry's number. */
function obligationOf(data: Data) {
  const key = KEYS.map(({ input }) => text(data, input.name)).join('|')
  const total = 20_000_000 + (hash(`total ${key}`) % 30_000) * 10_000
  const minimum = Math.floor((total * 0.08) / 10_000) * 10_000
  return { key, minimum, total, id: hash(`obligation ${key}`) }
}

function cardProblem(data: Data): string | undefined {
  if (text(data, 'customerQueryType') !== '1' || /^\d{10}$/.test(text(data, 'reference')))
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
    const type = text(data, 'customerPaymentType')
    const other = parseAmount(data.amount) ?? 0
    if (type === '3' && other > total) throw rejected('El valor no puede superar el pago total')
    const amount = type === '1' ? minimum : type === '2' ? total : other
    return {
      inputs: [
        ...quotedInputs(KEYS, data, true),
        ...quotedInputs([PAYMENT_TYPE], data, false).map((input) => ({
          ...input,
          onChange: ON_CHANGE,
        })),
        moneyInput(amount, false),
        hiddenInput('id_query', id),
        hiddenInput('aditional', {
          obligation: text(data, 'reference').slice(-4),
          cutoff: 15,
          branch: '001',
        }),
        nameInput(nameFor(key)),
        hiddenInput('amount_1', units(minimum)),
        hiddenInput('amount_2', units(total)),
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
    if (text(data, 'id_query') !== String(id))
      throw invalid('id_query', 'Consulte la obligación antes de pagarla')
    const amount = requireAmount(data)
    const type = text(data, 'customerPaymentType')
    if (type === '1' && amount !== minimum)
      throw invalid('amount', `El pago mínimo es ${units(minimum)}`)
    if (type === '2' && amount !== total)
      throw invalid('amount', `El pago total es ${units(total)}`)
    if (amount <= 0 || amount > total)
      throw invalid('amount', 'El valor debe ser mayor que cero y no superar el pago total')
    return amount
  },
}
