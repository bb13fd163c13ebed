import { cellphone, document, email, plainText, select } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Certificates of property, trade or record, sent by mail. */
export const certificate = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
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
    amount,
  })

/** Registry procedures before a public office. */
export const registry = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Trámite de registro',
    button: 'Pagar trámite',
    fields: [
      select('procedure', 'Trámite', [
        { label: 'Inscripción', value: 'inscripcion' },
        { label: 'Renovación', value: 'renovacion' },
        { label: 'Copia', value: 'copia' },
      ]),
      document(),
      cellphone(country),
    ],
    amount,
  })
