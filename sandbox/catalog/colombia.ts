import { betting } from './families/betting.ts'
import { barcodeBill, payrollForm, referenceBill } from './families/bills.ts'
import { withdrawal } from './families/cash-out.ts'
import { magazine, pin } from './families/codes.ts'
import { deposit } from './families/deposits.ts'
import { certificate, registry } from './families/documents.ts'
import { billed, choice, fixed, range } from './families/family.ts'
import { lenderPayment, obligationPayment } from './families/loans.ts'
import { mobilePackage, topUp } from './families/mobile.ts'
import { crossBorder, payAndCollect, special } from './families/special.ts'
import { television, televisionPlan } from './families/television.ts'
import { wallet } from './families/wallets.ts'
import type { Product } from './types.ts'

const recharge = range(1_000, 500_000, 500)
const bet = range(2_000, 1_000_000, 1_000)
const load = range(5_000, 2_000_000, 1_000)
const household = billed(18_000, 320_000, true)
const cash = range(10_000, 1_000_000, 10_000)

/** Categories of the Colombian catalog in display order, each with its products. */
export const COLOMBIA: [name: string, products: Product[]][] = [
  [
    'Recargas móviles',
    [
      topUp('CO', recharge, { id: 10000, name: 'Recarga Clara', image: 'claro.png', tip: 3 }),
      topUp('CO', recharge, { id: 10001, name: 'Recarga Andina Móvil', tip: 4 }),
      topUp('CO', recharge, { id: 10002, name: 'Recarga Tucán', tip: 5 }),
      topUp('CO', recharge, { id: 10003, name: 'Recarga Colibrí', tip: 6 }),
      topUp('CO', range(2_000, 100_000, 1_000), { id: 10004, name: 'Recarga Brisa Móvil', tip: 5 }),
    ],
  ],
  [
    'Paquetes de datos',
    [
      mobilePackage('CO', 10_000, { id: 20043, name: 'Clara 3 GB por 7 días', tip: 3 }),
      mobilePackage('CO', 20_000, { id: 20044, name: 'Clara 8 GB por 15 días', tip: 3 }),
      mobilePackage('CO', 6_000, { id: 20051, name: 'Andina 1,5 GB por 3 días', tip: 4 }),
      mobilePackage('CO', 35_000, { id: 20052, name: 'Andina ilimitado por 30 días', tip: 4 }),
      mobilePackage('CO', 4_500, { id: 20061, name: 'Tucán voz y 1 GB por 1 día', tip: 5 }),
      mobilePackage('CO', 25_000, { id: 20062, name: 'Tucán 12 GB por 20 días', tip: 5 }),
      mobilePackage('CO', 15_000, { id: 20071, name: 'Colibrí 6 GB por 10 días', tip: 6 }),
    ],
  ],
  [
    'Apuestas deportivas',
    [
      betting('CO', bet, { id: 206000, name: 'Gol Seguro', tip: 2 }),
      betting('CO', bet, { id: 206001, name: 'La Jugada', tip: 2 }),
      betting('CO', bet, { id: 206002, name: 'Marcador', tip: 3 }),
      betting('CO', bet, { id: 206003, name: 'Cancha Viva', tip: 3 }),
    ],
  ],
  [
    'Facturas por referencia',
    [
      referenceBill('CO', household, { id: 527611, name: 'Energía del Valle', tip: 1 }),
      referenceBill('CO', household, { id: 527612, name: 'Aguas de la Sabana', tip: 1 }),
      referenceBill('CO', household, { id: 527613, name: 'Gas de la Montaña', tip: 1 }),
      referenceBill('CO', household, { id: 527614, name: 'Internet Horizonte', tip: 1 }),
      referenceBill('CO', billed(30_000, 900_000), {
        id: 527615,
        name: 'Banco Ceiba: recaudo',
        tip: 1,
        cost: 1_200,
      }),
      referenceBill('CO', billed(25_000, 450_000), {
        id: 527616,
        name: 'Colegio Los Robles: pensión',
        tip: 1,
      }),
    ],
  ],
  [
    'Facturas con código de barras',
    [
      barcodeBill('CO', billed(20_000, 400_000), { id: 528001, name: 'Recaudo Ceiba', tip: 1 }),
      barcodeBill('CO', billed(20_000, 400_000), { id: 528002, name: 'Recaudo Nacional', tip: 1 }),
      barcodeBill('CO', billed(40_000, 800_000), { id: 528003, name: 'Impuesto predial', tip: 1 }),
      barcodeBill('CO', billed(15_000, 250_000), { id: 528004, name: 'Otras facturas', tip: 1 }),
    ],
  ],
  [
    'Consignaciones',
    [
      deposit('CO', range(10_000, 3_000_000, 100), { id: 411001, name: 'Banco Ceiba', tip: 1 }),
      deposit('CO', range(10_000, 3_000_000, 100), { id: 411002, name: 'Banco Nogal', tip: 1 }),
      deposit('CO', range(10_000, 2_000_000, 100), {
        id: 411003,
        name: 'Cooperativa Guadua',
        tip: 1,
        cost: 1_500,
      }),
    ],
  ],
  [
    'Retiros',
    [
      withdrawal('CO', cash, { id: 412001, name: 'Retiro Banco Ceiba', tip: 1, incentive: 600 }),
      withdrawal('CO', cash, { id: 412002, name: 'Retiro Banco Nogal', tip: 1, incentive: 600 }),
      withdrawal('CO', cash, { id: 412003, name: 'Retiro Billetera Pía', tip: 1 }),
    ],
  ],
  [
    'Obligaciones bancarias',
    [
      obligationPayment('CO', { id: 413001, name: 'Banco Nogal: tarjetas y créditos', tip: 1 }),
      lenderPayment('CO', { id: 413101, name: 'Crédito Amigo: cuotas', tip: 1 }),
    ],
  ],
  [
    'Billeteras',
    [
      wallet('CO', load, { id: 301001, name: 'Billetera Pía', tip: 1 }),
      wallet('CO', load, { id: 301002, name: 'Billetera Turpial', tip: 1 }),
      wallet('CO', load, { id: 301003, name: 'Monedero Guadua', tip: 2 }),
      wallet('CO', load, { id: 301004, name: 'Bolsillo Ceiba', tip: 1 }),
    ],
  ],
  [
    'Pines',
    [
      pin('CO', choice(10_000, 20_000, 30_000, 50_000, 100_000), {
        id: 101001,
        name: 'Pin Cine en Casa',
        tip: 4,
      }),
      pin('CO', choice(15_000, 30_000, 60_000), { id: 101002, name: 'Pin Música Libre', tip: 5 }),
      pin('CO', choice(20_000, 50_000, 100_000), { id: 101003, name: 'Pin Consola Uno', tip: 4 }),
      pin('CO', choice(12_000, 24_000, 48_000), { id: 101004, name: 'Pin Batalla Móvil', tip: 6 }),
      pin('CO', fixed(39_900), { id: 101005, name: 'Pin Antivirus Escudo, 1 año', tip: 8 }),
    ],
  ],
  [
    'Televisión digital',
    [
      televisionPlan(
        'CO',
        [
          { value: 'basico', label: 'Básico, 1 mes', price: 25_900, months: 1 },
          { value: 'familia', label: 'Familia, 1 mes', price: 45_900, months: 1 },
          { value: 'familia3', label: 'Familia, 3 meses', price: 129_900, months: 3 },
        ],
        { id: 601001, name: 'Cielo TV', tip: 4 },
      ),
      television('CO', range(10_000, 200_000, 1_000), { id: 601002, name: 'Antena Sur', tip: 3 }),
      television('CO', choice(15_000, 30_000, 45_000), {
        id: 601003,
        name: 'Pantalla Azul',
        tip: 3,
      }),
    ],
  ],
  [
    'Certificados',
    [
      certificate('CO', fixed(21_900), { id: 701001, name: 'Tradición y libertad', tip: 2 }),
      certificate('CO', fixed(7_900), { id: 701002, name: 'Existencia y representación', tip: 2 }),
      certificate('CO', fixed(16_400), { id: 701003, name: 'Historial del vehículo', tip: 3 }),
    ],
  ],
  [
    'Planillas',
    [
      payrollForm('CO', billed(60_000, 900_000), {
        id: 702001,
        name: 'Planilla Integrada',
        tip: 1,
      }),
      payrollForm('CO', billed(60_000, 900_000), {
        id: 702002,
        name: 'Planilla Servicios',
        tip: 1,
      }),
    ],
  ],
  [
    'Registro',
    [
      registry('CO', range(8_000, 300_000, 100), { id: 703001, name: 'Registro civil', tip: 2 }),
      registry('CO', range(8_000, 600_000, 100), {
        id: 703002,
        name: 'Registro mercantil',
        tip: 2,
      }),
    ],
  ],
  [
    'Revistas',
    [
      magazine('CO', fixed(14_900), { id: 801001, name: 'Revista Semilla', tip: 10 }),
      magazine('CO', fixed(9_900), { id: 801002, name: 'Revista Cocina Fácil', tip: 10 }),
      magazine('CO', choice(29_900, 54_900), { id: 801003, name: 'Revista Motor Andino', tip: 9 }),
    ],
  ],
  [
    'Paga y recoge',
    [
      payAndCollect('CO', billed(20_000, 600_000), { id: 901001, name: 'Pedidos Alpaca', tip: 1 }),
      payAndCollect('CO', billed(20_000, 900_000), { id: 901002, name: 'Tienda Mirla', tip: 1 }),
    ],
  ],
  [
    'Productos especiales',
    [
      special('CO', fixed(12_000), { id: 902001, name: 'Seguro de bicicleta, 1 mes', tip: 7 }),
      special('CO', fixed(8_500), { id: 902002, name: 'Asistencia en viaje, 1 día', tip: 7 }),
      special('CO', range(5_000, 100_000, 5_000), {
        id: 902003,
        name: 'Donación Río Vivo',
        tip: 0,
      }),
    ],
  ],
  [
    'Otros países',
    [
      crossBorder('CO', range(5_000, 400_000, 1_000), {
        id: 903001,
        name: 'Recarga internacional Puente',
        tip: 4,
        cost: 900,
      }),
    ],
  ],
]
