import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, holds, openProduct, panel, words } from '../e2e/hands.ts'
import { openCountry, walk, type Family, type Shop } from '../e2e/families.ts'

// Every family that the contract names for Colombia, from the search to the receipt, in one window.

const phone: [string, string] = ['Celular del cliente', '3001234567']
const mail: [string, string] = ['Correo del cliente', 'ana@ejemplo.com']
const document: [string, string] = ['Documento del cliente', '12345678']
const grouped = '300 123 4567'

const families: Family[] = [
  {
    name: 'magazines',
    find: 'revista semilla',
    product: 801001,
    steps: [phone, mail, ['Nombre del suscriptor', 'Ana Peña']],
    verb: 'Vender',
    reads: [grouped, 'ana@ejemplo.com', 'Ana Peña', '$ 14.900'],
    sends: { customerName: 'Ana Peña', customerEmail: 'ana@ejemplo.com', amount: 14900 },
  },
  {
    name: 'pins',
    find: 'pin cine',
    product: 101001,
    steps: [phone, mail, { pick: '$ 20.000' }],
    verb: 'Vender',
    reads: [grouped, 'ana@ejemplo.com', 'Llega por correo a esta dirección', '$ 20.000'],
    tells: 'Llega por correo a ana@ejemplo.com',
    sends: { customerCellphone: '3001234567', customerEmail: 'ana@ejemplo.com', amount: '20000' },
  },
  {
    name: 'wallets',
    find: 'billetera pia',
    product: 301001,
    steps: [phone, ['Documento del titular', '12345678'], ['Valor', '25000']],
    verb: 'Recargar',
    reads: [grouped, '12 345 678', '$ 25.000'],
    sends: { customerCellphone: '3001234567', customerDocument: '12345678', amount: '25000' },
  },
  {
    name: 'certificates',
    find: 'tradicion libertad',
    product: 701001,
    steps: [['Matrícula o número de registro', '050C-123456'], document, mail],
    verb: 'Vender',
    reads: ['050C-123456', '$ 21.900'],
    sends: { reference: '050C-123456', customerDocument: '12345678', amount: 21900 },
  },
  {
    name: 'payroll forms',
    find: 'planilla integrada',
    product: 702001,
    steps: [
      { pick: 'NIT' },
      ['Número de planilla o PIN', '8123456789'],
      ['Periodo', '2026-10'],
      phone,
    ],
    verb: 'Pagar',
    reads: ['NIT', '2026-10'],
    sends: { customerDocType: 'NI', reference: '8123456789', period: '2026-10' },
  },
  {
    name: 'bank invoice collections by reference',
    find: 'banco ceiba recaudo',
    product: 527615,
    steps: [['Número de referencia', '0012345678'], phone],
    verb: 'Pagar factura',
    reads: ['Costo', '$ 1.200', 'Total a cobrar'],
    sends: { reference: '0012345678', customerCellphone: '3001234567' },
  },
  {
    name: 'bank invoice collections by barcode',
    find: 'recaudo ceiba',
    product: 528001,
    steps: [['Código de barras', '7709998001234567'], phone],
    verb: 'Pagar factura',
    reads: ['Nombre del titular'],
    sends: { barcode: '7709998001234567' },
  },
  {
    name: 'loan obligations',
    find: 'banco nogal tarjetas',
    product: 413001,
    steps: [
      { pick: 'Número de obligación' },
      ['Número de tarjeta u obligación', '987654321'],
      { pick: 'Cédula de ciudadanía' },
      ['Número de documento', '12345678'],
      { pick: 'Pago total' },
    ],
    verb: 'Pagar',
    reads: ['Pago total', 'Nombre del titular'],
    sends: { customerQueryType: '2', reference: '987654321', customerPaymentType: '2' },
  },
  {
    name: 'account deposits',
    find: 'consignaciones banco nogal',
    product: 411002,
    steps: [
      { pick: 'Ahorros' },
      ['Número de cuenta', '123456789'],
      phone,
      document,
      ['Valor', '150000'],
    ],
    verb: 'Consignar',
    reads: ['Ahorros', '$ 150.000'],
    sends: { accountType: '1', accountNumber: '123456789', amount: '150000' },
  },
  {
    name: 'withdrawals',
    find: 'retiro banco ceiba',
    product: 412001,
    steps: [document, phone, ['Código de retiro', '12345678'], ['Valor', '50000']],
    verb: 'Retirar',
    reads: ['Total a entregar', '$ 50.000'],
    sends: { withdrawalCode: '12345678', amount: '50000' },
    out: true,
  },
  {
    name: 'special products',
    find: 'seguro bicicleta',
    product: 902001,
    steps: [document, phone, ['Fecha de nacimiento', '1985-03-21']],
    verb: 'Vender',
    reads: ['1985-03-21', '$ 12.000'],
    sends: { birthDate: '1985-03-21', amount: 12000 },
  },
  {
    name: 'registry',
    find: 'registro civil',
    product: 703001,
    steps: [{ pick: 'Copia' }, document, phone, ['Valor', '8500']],
    verb: 'Pagar',
    reads: ['Copia', '$ 8.500'],
    sends: { procedure: 'copia', amount: '8500' },
  },
  {
    name: 'barcode payments',
    find: 'otras facturas',
    product: 528004,
    steps: [['Código de barras', '(415)7709998(8020)0012345(3900)00045000'], phone],
    verb: 'Pagar factura',
    reads: ['$ 45.000'],
    sends: { barcode: '(415)7709998(8020)0012345(3900)00045000', amount: 45000 },
  },
  {
    name: 'pay and collect',
    find: 'pedidos alpaca',
    product: 901001,
    steps: [['Número del pedido', 'PED-12345'], phone],
    verb: 'Pagar',
    reads: ['PED-12345'],
    sends: { reference: 'PED-12345' },
  },
  {
    name: 'sports betting top-ups',
    find: 'gol seguro',
    product: 206000,
    steps: [document, phone, ['Valor', '20000']],
    verb: 'Recargar',
    reads: ['12 345 678', grouped, '$ 20.000'],
    sends: { customerDocument: '12345678', customerCellphone: '3001234567', amount: '20000' },
  },
  {
    name: 'mobile top-ups',
    find: 'recarga clara',
    product: 10000,
    steps: [
      ['Celular del cliente', '+57 300 123 4567'],
      ['Valor', '5000'],
    ],
    verb: 'Recargar',
    reads: [grouped, '$ 5.000'],
    sends: { customerCellphone: '3001234567', amount: '5000' },
  },
  {
    name: 'data packages',
    find: 'clara 3 gb',
    product: 20043,
    steps: [phone],
    verb: 'Vender',
    reads: [grouped, '$ 10.000'],
    sends: { customerCellphone: '3001234567', amount: 10000 },
  },
  {
    name: 'digital TV',
    find: 'antena sur',
    product: 601002,
    steps: [['Número de decodificador', '0012345678'], phone, ['Valor', '30000']],
    verb: 'Vender',
    reads: ['$ 30.000'],
    sends: { reference: '0012345678', amount: '30000' },
  },
  {
    name: 'a cross-border product',
    find: 'recarga internacional',
    product: 903001,
    steps: [{ pick: 'Perú' }, ['Número en el otro país', '51987654321'], phone, ['Valor', '20000']],
    verb: 'Recargar',
    reads: ['Perú', 'Costo', '$ 900', '$ 20.900'],
    sends: { destination: 'PE', reference: '51987654321', amount: '20000' },
  },
  {
    name: 'other collections, where the form suffices',
    find: 'fundacion semilla',
    product: 950001,
    steps: [['Número del convenio', 'CONV-1234'], phone],
    verb: 'Pagar factura',
    reads: ['CONV-1234'],
    sends: { reference: 'CONV-1234' },
  },
  {
    name: 'disbursements, where the form suffices',
    find: 'desembolso a cuenta',
    product: 960001,
    steps: [
      ['Documento del beneficiario', '12345678'],
      { pick: 'Corriente' },
      ['Número de cuenta', '987654321'],
      ['Nombre del beneficiario', 'Luz Ñandú'],
      ['Valor', '80000'],
    ],
    verb: 'Retirar',
    reads: ['Luz Ñandú', 'Total a entregar', '$ 80.000'],
    sends: { accountType: '2', customerName: 'Luz Ñandú', amount: '80000' },
    out: true,
  },
]

let shop: Shop
beforeAll(async () => {
  shop = await openCountry('CO')
})
afterAll(async () => {
  await shop.app.close()
  await shop.sandbox.close()
})

test.each(families.map((family) => [family.name, family] as const))('%s', async (_name, family) => {
  await walk(shop, family)
})

test.each([
  ['crear cliente', 'El servicio no dice qué datos pide ni cuánto vale', true],
  ['cobro con enlace', 'El servicio no dice qué datos pide ni cuánto vale', false],
  ['entrega en bodega', 'El servicio no dice qué puede ir en «Bodega de recogida»', false],
])('%s: what is missing is said, and nothing is sold', async (find, missing, isGuessed) => {
  const { page } = shop.app
  await openProduct(page, find)
  if (isGuessed) {
    // Nothing says which way its cash goes: that is asked once, and nothing stands chosen.
    const question = page.getByRole('heading', { name: '¿Cómo va el dinero de este producto?' })
    await holds(page, question)
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await holds(page, button(page, /^El cliente paga/))
    await page.keyboard.press('Enter')
  }
  await button(page, 'Consultar valor').click()
  const gaps = page.getByTestId('gaps')
  await gaps.waitFor()
  expect(await words(gaps)).toContain('Este producto no se puede vender desde aquí todavía')
  expect(await words(gaps)).toContain(missing)
  expect(await panel(page).getByRole('button', { name: /\$/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
})
