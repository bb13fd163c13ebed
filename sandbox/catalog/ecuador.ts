import { betting } from './families/betting.ts'
import { referenceBill } from './families/bills.ts'
import { prize, withdrawal } from './families/cash-out.ts'
import { pin } from './families/codes.ts'
import { deposit } from './families/deposits.ts'
import { billed, choice, fixed, range } from './families/family.ts'
import { lenderPayment } from './families/loans.ts'
import { mobilePackage, topUp } from './families/mobile.ts'
import { crossBorder } from './families/special.ts'
import { television, televisionPlan } from './families/television.ts'
import type { Product } from './types.ts'

const recharge = range(1, 100, 0.5)
const household = billed(4.15, 96.9, true)
const account = range(5, 500, 0.01)
const bet = range(1, 300, 0.5)
const cash = range(10, 300, 10)

const bills = (rows: [id: number, name: string][], label?: string): Product[] =>
  rows.map(([id, name]) => referenceBill('EC', household, { id, name, tip: 1, cost: 0.35 }, label))

const packages = (rows: [id: number, name: string, price: number][]): Product[] =>
  rows.map(([id, name, price]) => mobilePackage('EC', price, { id, name, tip: 5 }))

/** Categories of the Ecuadorian catalog in display order, each with its products. */
export const ECUADOR: [name: string, products: Product[]][] = [
  [
    'Recargas',
    [
      topUp('EC', recharge, { id: 10000, name: 'Recarga Clara', image: 'claro.png', tip: 3 }),
      topUp('EC', recharge, { id: 10101, name: 'Recarga Mitad Móvil', tip: 5 }),
      topUp('EC', recharge, { id: 10102, name: 'Recarga Cóndor', tip: 5 }),
      topUp('EC', recharge, { id: 10103, name: 'Recarga Galápago', tip: 6 }),
      topUp('EC', recharge, { id: 10104, name: 'Recarga Páramo', tip: 6 }),
      topUp('EC', recharge, { id: 10105, name: 'Recarga Manglar', tip: 6 }),
    ],
  ],
  [
    'Paquetes',
    packages([
      [20043, 'Clara 1 GB por 3 días', 3],
      [20143, 'Clara 3 GB por 7 días', 5],
      [20144, 'Clara 10 GB por 30 días', 12.5],
      [20151, 'Mitad redes por 1 día', 1],
      [20152, 'Mitad 5 GB por 15 días', 7.5],
      [20161, 'Cóndor voz y 2 GB por 7 días', 4],
      [20162, 'Cóndor ilimitado por 30 días', 18],
      [20171, 'Galápago 4 GB por 10 días', 6],
      [20181, 'Páramo 2 GB por 5 días', 2.5],
    ]),
  ],
  [
    'Depósitos',
    [
      deposit('EC', account, { id: 411001, name: 'Banco Cotopaxi', tip: 1 }),
      deposit('EC', account, { id: 411101, name: 'Banco del Estero', tip: 1 }),
      deposit('EC', account, { id: 411102, name: 'Banco Chimborazo', tip: 1 }),
      deposit('EC', account, { id: 411103, name: 'Cooperativa Sumak', tip: 2, cost: 0.41 }),
      deposit('EC', account, { id: 411104, name: 'Cooperativa La Minga', tip: 2, cost: 0.41 }),
      deposit('EC', account, { id: 411105, name: 'Mutualista Yaku', tip: 1 }),
    ],
  ],
  [
    'Retiros',
    [
      withdrawal('EC', cash, {
        id: 412101,
        name: 'Retiro Banco Cotopaxi',
        tip: 1,
        incentive: 0.25,
      }),
      withdrawal('EC', cash, { id: 412102, name: 'Retiro Banco del Estero', tip: 1 }),
      withdrawal('EC', cash, { id: 412103, name: 'Retiro Cooperativa Sumak', tip: 1 }),
      withdrawal('EC', cash, { id: 412104, name: 'Retiro Billetera Kuri', tip: 1, incentive: 0.3 }),
    ],
  ],
  [
    'Servicios básicos',
    bills(
      [
        [527611, 'Luz de la Costa'],
        [527711, 'Luz de la Sierra'],
        [527712, 'Agua de Quitumbe'],
        [527713, 'Agua del Guayas'],
        [527714, 'Teléfono Nacional'],
        [527715, 'Gas a domicilio Fuego'],
        [527716, 'Agua de los Ríos'],
        [527717, 'Luz del Oriente'],
      ],
      'Cuenta contrato',
    ),
  ],
  [
    'Recaudos y planillas',
    bills([
      [527721, 'Internet Horizonte'],
      [527722, 'Internet Fibra Andes'],
      [527723, 'Tránsito: multas'],
      [527724, 'Municipio: predial'],
      [527725, 'Seguro social: planilla'],
      [527726, 'Rentas: impuestos'],
      [527727, 'Catálogo Belleza Viva'],
      [527728, 'Catálogo Casa Linda'],
    ]),
  ],
  [
    'Créditos',
    [
      lenderPayment('EC', { id: 413201, name: 'Crédito Amigo: cuotas', tip: 1 }, true),
      lenderPayment('EC', { id: 413202, name: 'Financiera Ñan: cuotas', tip: 1 }),
    ],
  ],
  [
    'Pronósticos',
    [
      betting('EC', bet, { id: 206000, name: 'Gol Seguro', tip: 2 }),
      betting('EC', bet, { id: 206101, name: 'Tiro Libre', tip: 2 }),
      betting('EC', bet, { id: 206102, name: 'Mitad Apuesta', tip: 3 }),
      betting('EC', bet, { id: 206103, name: 'Clásico', tip: 3 }),
    ],
  ],
  [
    'Pago de premios',
    [
      prize('EC', billed(2, 250), { id: 207001, name: 'Premio Gol Seguro', tip: 1 }),
      prize('EC', billed(2, 250), { id: 207002, name: 'Premio Tiro Libre', tip: 1 }),
      prize('EC', billed(1, 100), { id: 207003, name: 'Premio Lotería Sol', tip: 2 }),
    ],
  ],
  [
    'Entretenimiento',
    [
      pin('EC', choice(5, 10, 15, 25, 50), { id: 101001, name: 'Pin Cine en Casa', tip: 4 }),
      pin('EC', choice(5, 10, 20), { id: 101101, name: 'Pin Música Libre', tip: 5 }),
      pin('EC', choice(10, 20, 50), { id: 101102, name: 'Pin Consola Uno', tip: 4 }),
      pin('EC', choice(3, 6, 12), { id: 101103, name: 'Pin Batalla Móvil', tip: 6 }),
      pin('EC', choice(10, 25, 50), { id: 101104, name: 'Pin Tienda de Juegos', tip: 4 }),
      pin('EC', fixed(14.99), { id: 101105, name: 'Pin Antivirus Escudo, 1 año', tip: 8 }),
      pin('EC', fixed(7.49), { id: 101106, name: 'Pin Deporte en Vivo, 1 mes', tip: 6 }),
    ],
  ],
  [
    'Televisión digital',
    [
      televisionPlan(
        'EC',
        [
          { value: 'basico', label: 'Básico, 1 mes', price: 12.5, months: 1 },
          { value: 'familia', label: 'Familia, 1 mes', price: 21.9, months: 1 },
          { value: 'familia3', label: 'Familia, 3 meses', price: 59.9, months: 3 },
        ],
        { id: 601101, name: 'Cielo TV', tip: 4 },
      ),
      television('EC', range(5, 100, 1), { id: 601102, name: 'Antena Sur', tip: 3 }),
      television('EC', choice(8, 16, 24), { id: 601103, name: 'Pantalla Azul', tip: 3 }),
      television('EC', choice(10, 20, 30), { id: 601104, name: 'Señal Andes', tip: 3 }),
    ],
  ],
  [
    'Otros países',
    [
      crossBorder('EC', range(2, 150, 1), {
        id: 903101,
        name: 'Recarga internacional Puente',
        tip: 4,
        cost: 0.5,
      }),
    ],
  ],
]
