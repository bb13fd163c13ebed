import { billed, choice, fixed, range } from './amounts.ts'
import {
  barcodeBill,
  betting,
  certificate,
  crossBorder,
  deposit,
  lenderPayment,
  magazine,
  mobilePackage,
  obligationPayment,
  payAndCollect,
  payrollForm,
  pin,
  referenceBill,
  registry,
  special,
  television,
  televisionPlan,
  topUp,
  wallet,
  withdrawal,
} from './families.ts'
import type { Shelves } from './types.ts'

const recharge = range(1_000, 500_000, 500)
const bet = range(2_000, 1_000_000, 1_000)
const load = range(5_000, 2_000_000, 1_000)
const household = billed(18_000, 320_000, true)
const cash = range(10_000, 1_000_000, 10_000)

const tvPlans = televisionPlan([
  { value: 'basico', label: 'Básico, 1 mes', price: 25_900, months: 1 },
  { value: 'familia', label: 'Familia, 1 mes', price: 45_900, months: 1 },
  { value: 'familia3', label: 'Familia, 3 meses', price: 129_900, months: 3 },
])

/** The Colombian catalog by category, in display order. */
export const COLOMBIA: Shelves = {
  'Recargas móviles': [
    [topUp, recharge, 10000, 'Recarga Clara', 3, { image: 'claro.png' }],
    [topUp, recharge, 10001, 'Recarga Andina Móvil', 4],
    [topUp, recharge, 10002, 'Recarga Tucán', 5],
    [topUp, recharge, 10003, 'Recarga Colibrí', 6],
    [topUp, range(2_000, 100_000, 1_000), 10004, 'Recarga Brisa Móvil', 5],
  ],
  'Paquetes de datos': [
    [mobilePackage, fixed(10_000), 20043, 'Clara 3 GB por 7 días', 3],
    [mobilePackage, fixed(20_000), 20044, 'Clara 8 GB por 15 días', 3],
    [mobilePackage, fixed(6_000), 20051, 'Andina 1,5 GB por 3 días', 4],
    [mobilePackage, fixed(35_000), 20052, 'Andina ilimitado por 30 días', 4],
    [mobilePackage, fixed(4_500), 20061, 'Tucán voz y 1 GB por 1 día', 5],
    [mobilePackage, fixed(25_000), 20062, 'Tucán 12 GB por 20 días', 5],
    [mobilePackage, fixed(15_000), 20071, 'Colibrí 6 GB por 10 días', 6],
  ],
  'Apuestas deportivas': [
    [betting, bet, 206000, 'Gol Seguro', 2],
    [betting, bet, 206001, 'La Jugada', 2],
    [betting, bet, 206002, 'Marcador', 3],
    [betting, bet, 206003, 'Cancha Viva', 3],
  ],
  'Facturas por referencia': [
    [referenceBill, household, 527611, 'Energía del Valle', 1],
    [referenceBill, household, 527612, 'Aguas de la Sabana', 1],
    [referenceBill, household, 527613, 'Gas de la Montaña', 1],
    [referenceBill, household, 527614, 'Internet Horizonte', 1],
    [referenceBill, billed(30_000, 900_000), 527615, 'Banco Ceiba: recaudo', 1, { cost: 1_200 }],
    [referenceBill, billed(25_000, 450_000), 527616, 'Colegio Los Robles: pensión', 1],
  ],
  'Facturas con código de barras': [
    [barcodeBill, billed(20_000, 400_000), 528001, 'Recaudo Ceiba', 1],
    [barcodeBill, billed(20_000, 400_000), 528002, 'Recaudo Nacional', 1],
    [barcodeBill, billed(40_000, 800_000), 528003, 'Impuesto predial', 1],
    [barcodeBill, billed(15_000, 250_000), 528004, 'Otras facturas', 1],
  ],
  Consignaciones: [
    [deposit, range(10_000, 3_000_000, 100), 411001, 'Banco Ceiba', 1],
    [deposit, range(10_000, 3_000_000, 100), 411002, 'Banco Nogal', 1],
    [deposit, range(10_000, 2_000_000, 100), 411003, 'Cooperativa Guadua', 1, { cost: 1_500 }],
  ],
  Retiros: [
    [withdrawal, cash, 412001, 'Retiro Banco Ceiba', 1, { incentive: 600 }],
    [withdrawal, cash, 412002, 'Retiro Banco Nogal', 1, { incentive: 600 }],
    [withdrawal, cash, 412003, 'Retiro Billetera Pía', 1],
  ],
  'Obligaciones bancarias': [
    [
      obligationPayment,
      billed(200_000, 3_000_000, true),
      413001,
      'Banco Nogal: tarjetas y créditos',
      1,
    ],
    [lenderPayment(false), billed(40_000, 240_000, true), 413101, 'Crédito Amigo: cuotas', 1],
  ],
  Billeteras: [
    [wallet, load, 301001, 'Billetera Pía', 1],
    [wallet, load, 301002, 'Billetera Turpial', 1],
    [wallet, load, 301003, 'Monedero Guadua', 2],
    [wallet, load, 301004, 'Bolsillo Ceiba', 1],
  ],
  Pines: [
    [pin, choice(10_000, 20_000, 30_000, 50_000, 100_000), 101001, 'Pin Cine en Casa', 4],
    [pin, choice(15_000, 30_000, 60_000), 101002, 'Pin Música Libre', 5],
    [pin, choice(20_000, 50_000, 100_000), 101003, 'Pin Consola Uno', 4],
    [pin, choice(12_000, 24_000, 48_000), 101004, 'Pin Batalla Móvil', 6],
    [pin, fixed(39_900), 101005, 'Pin Antivirus Escudo, 1 año', 8],
  ],
  'Televisión digital': [
    [tvPlans, billed(25_900, 129_900), 601001, 'Cielo TV', 4],
    [television, range(10_000, 200_000, 1_000), 601002, 'Antena Sur', 3],
    [television, choice(15_000, 30_000, 45_000), 601003, 'Pantalla Azul', 3],
  ],
  Certificados: [
    [certificate, fixed(21_900), 701001, 'Tradición y libertad', 2],
    [certificate, fixed(7_900), 701002, 'Existencia y representación', 2],
    [certificate, fixed(16_400), 701003, 'Historial del vehículo', 3],
  ],
  Planillas: [
    [payrollForm, billed(60_000, 900_000), 702001, 'Planilla Integrada', 1],
    [payrollForm, billed(60_000, 900_000), 702002, 'Planilla Servicios', 1],
  ],
  Registro: [
    [registry, range(8_000, 300_000, 100), 703001, 'Registro civil', 2],
    [registry, range(8_000, 600_000, 100), 703002, 'Registro mercantil', 2],
  ],
  Revistas: [
    [magazine, fixed(14_900), 801001, 'Revista Semilla', 10],
    [magazine, fixed(9_900), 801002, 'Revista Cocina Fácil', 10],
    [magazine, choice(29_900, 54_900), 801003, 'Revista Motor Andino', 9],
  ],
  'Paga y recoge': [
    [payAndCollect, billed(20_000, 600_000), 901001, 'Pedidos Alpaca', 1],
    [payAndCollect, billed(20_000, 900_000), 901002, 'Tienda Mirla', 1],
  ],
  'Productos especiales': [
    [special, fixed(12_000), 902001, 'Seguro de bicicleta, 1 mes', 7],
    [special, fixed(8_500), 902002, 'Asistencia en viaje, 1 día', 7],
    [special, range(5_000, 100_000, 5_000), 902003, 'Donación Río Vivo', 0],
  ],
  'Otros países': [
    [
      crossBorder,
      range(5_000, 400_000, 1_000),
      903001,
      'Recarga internacional Puente',
      4,
      { cost: 900 },
    ],
  ],
}
