import { bill } from './behaviours/bill.ts'
import { lender } from './behaviours/lender.ts'
import { obligation } from './behaviours/obligation.ts'
import { planned } from './behaviours/plan.ts'
import type { Plan } from './behaviours/plan.ts'
import {
  accountNumber,
  accountType,
  barcode,
  cellphone,
  document,
  documentType,
  email,
  plainText,
  reference,
  selectField,
} from './fields.ts'
import type { FamilyOf } from './types.ts'

/** Mobile top-ups: any amount within the operator's limits. */
export const topUp: FamilyOf = (country) => ({
  title: 'Realizar recarga',
  button: 'Vender recarga',
  fields: [cellphone(country)],
})

/** Data and voice packages, each with its price. */
export const mobilePackage: FamilyOf = (country) => ({
  title: 'Comprar paquete',
  button: 'Vender paquete',
  fields: [cellphone(country)],
})

/** Top-ups of a betting account. */
export const betting: FamilyOf = (country) => ({
  title: country === 'CO' ? 'Recargar apuestas' : 'Recargar pronósticos',
  button: 'Recargar',
  fields: [document(), cellphone(country)],
})

/** Bills and collections looked up by a reference, which each calls by its own name. */
export const billBy =
  (label?: string): FamilyOf =>
  (country) => ({
    title: 'Pagar factura',
    button: 'Pagar',
    fields: [reference(label), cellphone(country)],
    behaviour: bill(false),
  })

export const referenceBill = billBy()

/** Bills read from their barcode; the sale sends the inquiry's number back. */
export const barcodeBill: FamilyOf = (country) => ({
  title: 'Pagar con código de barras',
  button: 'Pagar',
  fields: [barcode(), cellphone(country)],
  behaviour: bill(true),
})

/** Social-security payroll forms. */
export const payrollForm: FamilyOf = (country) => ({
  title: 'Pagar planilla',
  button: 'Pagar planilla',
  fields: [
    documentType(),
    plainText(
      'reference',
      'Número de planilla o PIN',
      /^\d{8,12}$/,
      'La planilla debe tener entre 8 y 12 dígitos',
    ),
    plainText('period', 'Periodo', /^\d{4}-\d{2}$/, 'El periodo se escribe como 2026-11', {
      note: 'Año y mes, por ejemplo 2026-11',
      icon: 'calendar',
    }),
    cellphone(country),
  ],
  behaviour: bill(true),
})

/** Deposits to a bank account. */
export const deposit: FamilyOf = (country) => ({
  title: country === 'CO' ? 'Consignar a cuenta' : 'Depositar en cuenta',
  button: country === 'CO' ? 'Consignar' : 'Depositar',
  fields: [accountType(), accountNumber(), cellphone(country), document()],
})

/** Withdrawals: the shop hands cash to the customer. */
export const withdrawal: FamilyOf = (country) => ({
  title: 'Realizar retiro',
  button: 'Retirar',
  fields: [
    document(),
    cellphone(country),
    plainText(
      'withdrawalCode',
      'Código de retiro',
      /^\d{6,10}$/,
      'El código de retiro debe tener entre 6 y 10 dígitos',
      { note: 'El cliente lo ve en su aplicación', icon: 'key' },
    ),
  ],
  direction: 'out',
})

/** Prize payments: the inquiry says what the ticket won. */
export const prize: FamilyOf = (country) => ({
  title: 'Pagar premio',
  button: 'Pagar premio',
  fields: [
    plainText(
      'ticket',
      'Número del boleto',
      /^[0-9A-Z-]{8,24}$/,
      'El boleto debe tener entre 8 y 24 letras o dígitos',
      { icon: 'ticket' },
    ),
    document(),
    cellphone(country),
  ],
  behaviour: bill(true),
  direction: 'out',
})

/** Card and loan obligations of one bank (contract 4a). */
export const obligationPayment: FamilyOf = () => ({
  title: 'Pagar obligación',
  button: 'Consultar obligación',
  fields: [],
  behaviour: obligation,
})

/** Instalments of a lender's credits (contract 4b); `byType`: or their whole debt, or a different value. */
export const lenderPayment =
  (byType: boolean): FamilyOf =>
  () => ({
    title: 'Pagar cuota de crédito',
    button: 'Consultar créditos',
    fields: [],
    behaviour: lender(byType),
  })

/** Loads of a digital wallet. */
export const wallet: FamilyOf = (country) => ({
  title: 'Cargar billetera',
  button: 'Cargar',
  fields: [cellphone(country), document('Documento del titular')],
})

/** Pins and entertainment codes, sent to the customer's mail. */
export const pin: FamilyOf = (country) => ({
  title: 'Comprar pin',
  button: 'Vender pin',
  fields: [cellphone(country), email()],
})

/** Magazine subscriptions and single issues. */
export const magazine: FamilyOf = (country) => ({
  title: 'Comprar revista',
  button: 'Vender revista',
  fields: [
    cellphone(country),
    email(),
    plainText('customerName', 'Nombre del suscriptor', /^.{3,60}$/, 'Escriba el nombre completo', {
      required: false,
      note: 'Solo para suscripciones',
    }),
  ],
})

/** Prepaid television by amount. */
export const television: FamilyOf = (country) => ({
  title: 'Televisión digital',
  button: 'Recargar televisión',
  fields: [reference('Número de decodificador', 'Está al respaldo del equipo'), cellphone(country)],
})

/** Prepaid television by plan: the options of the select carry `eval`. */
export const televisionPlan =
  (plans: [Plan, ...Plan[]]): FamilyOf =>
  (country) => ({ ...television(country), behaviour: planned(plans) })

/** Certificates of property, trade or record, sent by mail. */
export const certificate: FamilyOf = () => ({
  title: 'Solicitar certificado',
  button: 'Comprar certificado',
  fields: [
    plainText(
      'reference',
      'Matrícula o número de registro',
      /^[0-9A-Za-z-]{4,20}$/,
      'La matrícula debe tener entre 4 y 20 letras o dígitos',
    ),
    document(),
    email(),
  ],
})

/** Registry procedures before a public office. */
export const registry: FamilyOf = (country) => ({
  title: 'Trámite de registro',
  button: 'Pagar trámite',
  fields: [
    selectField('procedure', 'Trámite', [
      { label: 'Inscripción', value: 'inscripcion' },
      { label: 'Renovación', value: 'renovacion' },
      { label: 'Copia', value: 'copia' },
    ]),
    document(),
    cellphone(country),
  ],
})

/** Pay and collect: an order paid at the counter and collected elsewhere. */
export const payAndCollect: FamilyOf = (country) => ({
  title: 'Paga y recoge',
  button: 'Pagar pedido',
  fields: [
    plainText(
      'reference',
      'Número del pedido',
      /^[0-9A-Z-]{5,20}$/,
      'El pedido debe tener entre 5 y 20 letras mayúsculas o dígitos',
    ),
    cellphone(country),
  ],
  behaviour: bill(true),
})

/** Special products: insurance and assistance sold over the counter. */
export const special: FamilyOf = (country) => ({
  title: 'Producto especial',
  button: 'Vender',
  fields: [
    document(),
    cellphone(country),
    plainText('birthDate', 'Fecha de nacimiento', /^\d{4}-\d{2}-\d{2}$/, 'Escriba año-mes-día', {
      required: false,
      note: 'Por ejemplo 1985-03-21',
      icon: 'calendar',
    }),
  ],
})

/** Money sent to another country. */
export const crossBorder: FamilyOf = (country) => ({
  title: 'Recarga internacional',
  button: 'Enviar recarga',
  fields: [
    selectField('destination', 'País de destino', [
      { label: 'Venezuela', value: 'VE' },
      { label: 'Perú', value: 'PE' },
      { label: 'México', value: 'MX' },
    ]),
    plainText(
      'reference',
      'Número en el otro país',
      /^\d{8,13}$/,
      'El número debe tener entre 8 y 13 dígitos, con el indicativo',
      { icon: 'cellphone' },
    ),
    cellphone(country),
  ],
})
