import { bill } from '../behaviours/bill.ts'
import { halfDescribed, undescribed } from '../behaviours/undescribed.ts'
import { accountNumber, accountType, cellphone, document, plainText, reference } from '../fields.ts'
import type { Country, Product } from '../types.ts'
import { billed, product, range } from './family.ts'

const scale = (country: Country) => (country === 'CO' ? 1_000 : 1)

/**
 * What the contract names and never shows: the other collections, disbursements and logistics. Some describe
 * themselves well enough to be sold by their forms alone, others do not.
 */
export function unshown(country: Country): [name: string, products: Product[]][] {
  return [
    ['Otros recaudos', collections(country)],
    ['Desembolsos', disbursements(country)],
    ['Logística', logistics(country)],
  ]
}

const free = (country: Country) => range(5 * scale(country), 900 * scale(country), 1)

function collections(country: Country): Product[] {
  const by = scale(country)
  return [
    product(
      country,
      { id: 950001, name: 'Recaudo Fundación Semilla', tip: 1 },
      {
        title: 'Recaudar aporte',
        button: 'Recaudar',
        fields: [reference('Número del convenio', 'Lo trae el aportante'), cellphone(country)],
        amount: billed(10 * by, 300 * by, true),
        behaviour: bill(true),
      },
    ),
    product(
      country,
      { id: 950002, name: 'Cobro con enlace', tip: 1 },
      {
        title: 'Cobrar con enlace',
        button: 'Cobrar',
        fields: [],
        amount: free(country),
        behaviour: undescribed,
      },
    ),
  ]
}

function disbursements(country: Country): Product[] {
  return [
    product(
      country,
      { id: 960001, name: 'Desembolso a cuenta', tip: 1 },
      {
        title: 'Desembolsar',
        button: 'Desembolsar',
        fields: [
          document('Documento del beneficiario'),
          accountType(),
          accountNumber(),
          plainText('customerName', 'Nombre del beneficiario', /^.{3,60}$/, 'Escriba el nombre'),
        ],
        amount: free(country),
        direction: 'out',
      },
    ),
  ]
}

function logistics(country: Country): Product[] {
  return [
    product(
      country,
      { id: 970001, name: 'Crear cliente', tip: 0 },
      {
        title: 'Crear cliente',
        button: 'Crear',
        fields: [],
        amount: free(country),
        behaviour: undescribed,
      },
    ),
    product(
      country,
      { id: 970002, name: 'Entrega en bodega', tip: 0 },
      {
        title: 'Entregar paquete',
        button: 'Entregar',
        fields: [],
        amount: free(country),
        behaviour: halfDescribed,
      },
    ),
  ]
}
