import { businessSchema, type Business } from '../receipt/business.ts'

/** A shop as receipts name it. */
export const businessSample: Business = businessSchema.parse({
  name: 'Tienda La Esquina',
  taxIdKind: 'NIT',
  taxId: '900.123.456-8',
  address: 'Calle 10 # 5-23',
  city: 'Cali',
  phone: '602 555 0101',
  receiptFooter: 'Gracias por su compra\nReclamos dentro de los 2 días siguientes',
})
