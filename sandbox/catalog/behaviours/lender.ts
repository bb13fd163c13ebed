import { z } from 'zod'
import { parseAmount, units } from '../../money.ts'
import { hash } from '../../random.ts'
import {
  invalid,
  rejected,
  requireAmount,
  requireDue,
  requireFields,
  requireInquiry,
} from '../checks.ts'
import { flag, sentText } from '../data.ts'
import { document, selectField } from '../fields.ts'
import { formInputs, hiddenInput, moneyInput, nameInput, quotedInputs } from '../inputs.ts'
import { nameFor } from '../people.ts'
import type { WireInput, Product } from '../types.ts'
import type { Behaviour, Data, QuoteAnswer } from '../types.ts'
import { amountByType, PAYMENT_TYPE, paymentInputs, requirePayment } from './payment-type.ts'
import type { Debt } from './payment-type.ts'

const FLAG = 'creditUsedInConfirmedSell'

const FIELDS = [
  selectField('customerDocumentType', 'Tipo de documento', [
    { label: 'Seleccione', value: '' },
    { label: 'Cédula', value: '1' },
    { label: 'Identificación tributaria', value: '2' },
    { label: 'Documento de extranjero', value: '3' },
    { label: 'Pasaporte', value: '4' },
  ]),
  document('Número de documento', 'test'),
]

/** The credits that one document has: one to three, always the same. */
function creditsOf(product: Product, data: Data) {
  const scale = product.country === 'CO' ? 1 : 1000
  const key = FIELDS.map(({ input }) => sentText(data, input.name)).join('|')
  const seed = hash(`credits ${key}`)
  return Array.from({ length: 1 + (seed % 3) }, (_, index) => {
    const part = hash(`${key} ${index}`)
    const due = (4_000_000 + (part % 2_000) * 10_000) / scale
    const day = String(1 + (part % 28)).padStart(2, '0')
    return {
      operacionUId: 1_000_000 + (part % 9_000_000),
      nroCredito: `00${String(part).padStart(10, '0')}`,
      codOperacionBT: `BT${part % 100_000}`,
      descripcionTipoOperacion: index === 0 ? 'Crédito de consumo' : 'Microcrédito',
      totalDeuda: units(due * 12),
      fechaProxCuota: `2026-12-${day}`,
      deudaProxCuota: units(due),
      diasMora: part % 5 === 0 ? part % 40 : 0,
      fechaValor: `2026-11-${day}`,
      fechaVencimiento: `2027-11-${day}`,
      saldoCapital: units(due * 11),
    }
  })
}

const creditSchema = z.looseObject({ nroCredito: z.union([z.string(), z.number()]) })

/** What a JSON text holds, or the text itself when it is no JSON. */
function decode(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The credit that was chosen: sent as an element, a list of one, or its number. */
function chosenCredit(product: Product, data: Data) {
  const sent = decode(data.credits ?? data.nroCredito)
  const list = z.array(z.unknown()).safeParse(sent)
  const item = list.success ? (list.data.length === 1 ? list.data[0] : undefined) : sent
  const credit = creditSchema.safeParse(item)
  const number = credit.success ? credit.data.nroCredito : sentText(data, 'credits') || item
  return creditsOf(product, data).find((each) => each.nroCredito === String(number))
}

/** What may be paid of a credit, in minor units. */
const debtOf = (credit: { deudaProxCuota: number; totalDeuda: number }): Debt => ({
  minimum: Math.round(credit.deudaProxCuota * 100),
  total: Math.round(credit.totalDeuda * 100),
})

const ZERO = { cost: 0, incentive: 0, error: null }

/** First step: the credits of a document, to choose from. */
function creditList(product: Product, data: Data): QuoteAnswer {
  const credits: WireInput = {
    name: 'credits',
    type: 'input-lender',
    label: 'Créditos',
    title: 'Créditos disponibles',
    Description: 'Elija el crédito que el cliente va a pagar',
    value: JSON.stringify(creditsOf(product, data)),
    required: true,
    preQueryProcess: { check: FLAG, method: 'start', complete: FLAG },
  }
  return {
    inputs: [
      ...quotedInputs(FIELDS, data, false),
      credits,
      { name: 'query', type: 'hidden', label: '', value: 'get_credit', required: false },
      { name: FLAG, type: 'hidden', label: '', value: 'false', required: false },
      moneyInput(0, true),
    ],
    amountEditable: false,
    amount: 0,
    ...ZERO,
  }
}

/** Second step: what is due on the chosen credit. */
function creditDetail(product: Product, data: Data, byType: boolean): QuoteAnswer {
  const credit = chosenCredit(product, data)
  if (credit === undefined) throw rejected('Elija uno de los créditos de la consulta')
  const debt = debtOf(credit)
  const other = parseAmount(data.amount) ?? 0
  const amount = byType ? amountByType(data, debt, other) : debt.minimum
  return {
    inputs: [
      ...quotedInputs(FIELDS, data, true),
      hiddenInput('credits', JSON.stringify(credit)),
      hiddenInput('id_query', credit.operacionUId),
      nameInput(nameFor(sentText(data, 'customerDocument'))),
      ...(byType ? paymentInputs(data, debt, amount) : [moneyInput(amount, false)]),
    ],
    amountEditable: true,
    amount,
    ...ZERO,
  }
}

/**
 * Payment of an instalment of a lender (contract 4b): list, choose, pay. `byType`: the chosen credit is paid like an
 * obligation, by its instalment, its whole debt or a different value.
 */
export const lender = (byType: boolean): Behaviour => ({
  form: () => [
    ...formInputs(FIELDS).map((input) => ({ ...input, view: 'query' as const })),
    { name: 'query', type: 'hidden', label: '', value: 'get_credits', view: 'query' },
    { name: 'allCredits', type: 'hidden', label: '', value: 'ok', view: 'query' },
    { name: FLAG, type: 'hidden', label: '', value: 'false', view: 'query' },
  ],
  quote(product, data) {
    requireInquiry(FIELDS, data)
    const first = sentText(data, 'query') === 'get_credits' && !flag(data, FLAG)
    return first ? creditList(product, data) : creditDetail(product, data, byType)
  },
  check(product, data) {
    requireFields(byType ? [...FIELDS, PAYMENT_TYPE] : FIELDS, data)
    const credit = chosenCredit(product, data)
    if (credit === undefined)
      throw invalid('credits', 'Falta el crédito elegido, o no es del cliente')
    if (sentText(data, 'id_query') !== String(credit.operacionUId))
      throw invalid('id_query', 'Consulte el crédito antes de pagarlo')
    const amount = requireAmount(data)
    if (byType) requirePayment(data, debtOf(credit), amount)
    else requireDue(amount, debtOf(credit).total, true, product.country)
    return amount
  },
})
