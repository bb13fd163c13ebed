import { billed, range } from './amounts.ts'
import { bill } from './behaviours/bill.ts'
import { halfDescribed, undescribed } from './behaviours/undescribed.ts'
import { accountNumber, accountType, cellphone, document, plainText, reference } from './fields.ts'
import type { ServiceCountry, FamilyOf, Shelves } from './types.ts'

const collection: FamilyOf = (country) => ({
  title: 'Recaudar aporte',
  button: 'Recaudar',
  fields: [reference('Número del convenio', 'Lo trae el aportante'), cellphone(country)],
  behaviour: bill(true),
})

const linkCollection: FamilyOf = () => ({
  title: 'Cobrar con enlace',
  button: 'Cobrar',
  fields: [],
  behaviour: undescribed,
})

const disbursement: FamilyOf = () => ({
  title: 'Desembolsar',
  button: 'Desembolsar',
  fields: [
    document('Documento del beneficiario'),
    accountType(),
    accountNumber(),
    plainText('customerName', 'Nombre del beneficiario', /^.{3,60}$/, 'Escriba el nombre'),
  ],
  direction: 'out',
})

const newCustomer: FamilyOf = () => ({
  title: 'Crear cliente',
  button: 'Crear',
  fields: [],
  behaviour: undescribed,
})

const delivery: FamilyOf = () => ({
  title: 'Entregar paquete',
  button: 'Entregar',
  fields: [],
  behaviour: halfDescribed,
})

/**
 * What the contract names and never shows: the other collections, disbursements and logistics. Some describe
 * themselves well enough to be sold by their forms alone, others do not.
 */
export function unshown(country: ServiceCountry): Shelves {
  const by = country === 'CO' ? 1_000 : 1
  const free = range(5 * by, 900 * by, 1)
  return {
    'Otros recaudos': [
      [collection, billed(10 * by, 300 * by, true), 950001, 'Recaudo Fundación Semilla', 1],
      [linkCollection, free, 950002, 'Cobro con enlace', 1],
    ],
    Desembolsos: [[disbursement, free, 960001, 'Desembolso a cuenta', 1]],
    Logística: [
      [newCustomer, free, 970001, 'Crear cliente', 0],
      [delivery, free, 970002, 'Entrega en bodega', 0],
    ],
  }
}
