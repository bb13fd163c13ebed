import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmIt,
  mustAgree,
  openCountry,
  settle,
  take,
  walk,
  type Family,
  type Shop,
} from '../e2e/families.ts'
import { button, nextSale, openProduct, words } from '../e2e/hands.ts'

// Every family that the contract names for Ecuador, from the search to the receipt, in one window.

const phone: [string, string] = ['Celular del cliente', '0991234567']
const document: [string, string] = ['Documento del cliente', '1710034065']
const grouped = '099 123 4567'

const families: Family[] = [
  {
    name: 'bank deposits',
    find: 'depositos banco cotopaxi',
    product: 411001,
    steps: [
      { pick: 'Ahorros' },
      ['Número de cuenta', '2201234567'],
      phone,
      document,
      ['Valor', '45,50'],
    ],
    verb: 'Depositar',
    reads: ['Ahorros', grouped, '$45,50'],
    sends: { accountType: '1', accountNumber: '2201234567', amount: '45.5' },
  },
  {
    name: 'utility-bill collections',
    find: 'internet horizonte',
    product: 527721,
    steps: [['Número de referencia', '0012345678'], phone],
    verb: 'Pagar',
    reads: ['Costo', '$0,35', 'Nombre del titular'],
    sends: { reference: '0012345678', customerCellphone: '0991234567' },
  },
  {
    name: 'forecast betting top-ups',
    find: 'pronosticos gol seguro',
    product: 206000,
    steps: [document, phone, ['Valor', '5,50']],
    verb: 'Recargar',
    reads: [grouped, '$5,50'],
    sends: { customerDocument: '1710034065', customerCellphone: '0991234567', amount: '5.5' },
  },
  {
    name: 'prize payments',
    find: 'premio gol',
    product: 207001,
    steps: [['Número del boleto', 'ABCD-12345'], document, phone],
    verb: 'Pagar premio',
    reads: ['ABCD-12345', 'Total a entregar'],
    sends: { ticket: 'ABCD-12345', customerDocument: '1710034065' },
    out: true,
  },
  {
    name: 'basic services',
    find: 'luz de la costa',
    product: 527611,
    steps: [['Cuenta contrato', '200012345678'], phone],
    verb: 'Pagar factura',
    reads: ['Costo', '$0,35', 'Total a cobrar'],
    sends: { reference: '200012345678' },
  },
  {
    name: 'withdrawals',
    find: 'retiro cooperativa',
    product: 412103,
    steps: [document, phone, ['Código de retiro', '12345678'], ['Valor', '50']],
    verb: 'Retirar',
    reads: ['Total a entregar', '$50,00'],
    sends: { withdrawalCode: '12345678', amount: '50' },
    out: true,
  },
  {
    name: 'entertainment',
    find: 'pin cine',
    product: 101001,
    steps: [phone, ['Correo del cliente', 'ana@ejemplo.ec'], { pick: '$ 15' }],
    verb: 'Vender',
    reads: [grouped, 'ana@ejemplo.ec', '$15,00'],
    sends: { customerEmail: 'ana@ejemplo.ec', amount: '15' },
  },
  {
    name: 'digital TV',
    find: 'senal andes',
    product: 601104,
    steps: [['Número de decodificador', '0012345678'], phone, { pick: '$ 20' }],
    verb: 'Vender',
    reads: ['$20,00'],
    sends: { reference: '0012345678', amount: '20' },
  },
  {
    name: 'top-ups',
    find: 'recarga clara',
    product: 10000,
    steps: [
      ['Celular del cliente', '+593 99 123 4567'],
      ['Valor', '3,50'],
    ],
    verb: 'Recargar',
    reads: [grouped, '$3,50'],
    sends: { customerCellphone: '0991234567', amount: '3.5' },
  },
  {
    name: 'packages',
    find: 'clara 1 gb',
    product: 20043,
    steps: [phone],
    verb: 'Vender',
    reads: [grouped, '$3,00'],
    sends: { customerCellphone: '0991234567', amount: 3 },
  },
]

let shop: Shop
beforeAll(async () => {
  shop = await openCountry('EC')
})
afterAll(async () => {
  await shop.app.close()
  await shop.sandbox.close()
})

test.each(families.map((family) => [family.name, family] as const))('%s', async (_name, family) => {
  await walk(shop, family)
})

// From the list of credits to one of them, and then what is paid of it: as the contract shows both, one after the other.
test.each([
  ['its instalment', 'Pago mínimo', '1', null],
  ['its whole debt', 'Pago total', '2', null],
  ['a different value', 'Otro valor', '3', '12,34'],
] as const)('a lender credit: %s', async (_name, label, type, typed) => {
  const { page } = shop.app
  const family: Family = {
    name: 'lender credits',
    find: 'credito amigo',
    product: 413201,
    steps: [],
    verb: 'Pagar',
    reads: [label, 'Nombre del titular', 'Número del crédito (Crédito de consumo)'],
    sends: { customerPaymentType: type, customerDocumentType: '1', customerDocument: '1710034065' },
  }
  await openProduct(page, family.find)
  await take(shop, { pick: 'Cédula' })
  await take(shop, ['Número de documento', '1710034065'])
  const credit = page.getByRole('radiogroup', { name: 'Créditos disponibles' }).getByRole('radio')
  await credit.first().check()
  await page.keyboard.press('Enter')
  await take(shop, { pick: label })
  if (typed !== null) {
    await take(shop, ['Valor a pagar', '999999'])
    await page.getByText('No puede superar el pago total').waitFor()
    expect(await button(page, /^Pagar \$/).count()).toBe(0)
    await page.getByLabel('Valor a pagar', { exact: true }).fill(typed)
    await page.keyboard.press('Enter')
  }
  const charged = await confirmIt(shop, family)
  if (typed !== null) expect(charged).toBe(1_234)
  await settle(shop)
  expect(await words(page.getByLabel('Venta', { exact: true }))).toContain(
    'Muestre el comprobante al cliente',
  )
  await mustAgree(shop, family, charged)
  await nextSale(page)
})
