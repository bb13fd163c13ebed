import { bill } from '../behaviours/bill.ts'
import { barcode, cellphone, plainText, reference, select } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Bills and collections looked up by a reference. */
export const referenceBill = (
  country: Country,
  amount: AmountRule,
  row: Row,
  label?: string,
): Product =>
  product(country, row, {
    title: 'Pagar factura',
    button: 'Pagar',
    fields: [reference(label), cellphone(country)],
    amount,
    behaviour: bill(false),
  })

/** Bills read from their barcode; the sale sends the inquiry's number back. */
export const barcodeBill = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Pagar con código de barras',
    button: 'Pagar',
    fields: [barcode(), cellphone(country)],
    amount,
    behaviour: bill(true),
  })

/** Social-security payroll forms. */
export const payrollForm = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Pagar planilla',
    button: 'Pagar planilla',
    fields: [
      select('customerDocType', 'Tipo de documento', [
        { label: 'Cédula de ciudadanía', value: 'CC' },
        { label: 'Cédula de extranjería', value: 'CE' },
        { label: 'NIT', value: 'NI' },
      ]),
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
    amount,
    behaviour: bill(true),
  })
