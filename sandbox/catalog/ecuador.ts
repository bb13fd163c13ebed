import { billed, choice, fixed, range } from './amounts.ts'
import {
  betting,
  billBy,
  crossBorder,
  deposit,
  lenderPayment,
  mobilePackage,
  pin,
  prize,
  referenceBill,
  television,
  televisionPlan,
  topUp,
  withdrawal,
} from './families.ts'
import type { Shelves } from './types.ts'

const recharge = range(1, 100, 0.5)
const household = billed(4.15, 96.9, true)
const account = range(5, 500, 0.01)
const bet = range(1, 300, 0.5)
const cash = range(10, 300, 10)
const credit = billed(40, 240, true)

const contractBill = billBy('Cuenta contrato')
const cost = 0.35

const tvPlans = televisionPlan([
  { value: 'basico', label: 'Básico, 1 mes', price: 12.5, months: 1 },
  { value: 'familia', label: 'Familia, 1 mes', price: 21.9, months: 1 },
  { value: 'familia3', label: 'Familia, 3 meses', price: 59.9, months: 3 },
])

/** The Ecuadorian catalog by category, in display order. */
export const ECUADOR: Shelves = {
  Recargas: [
    [topUp, recharge, 10000, 'Recarga Clara', 3, { image: 'claro.png' }],
    [topUp, recharge, 10101, 'Recarga Mitad Móvil', 5],
    [topUp, recharge, 10102, 'Recarga Cóndor', 5],
    [topUp, recharge, 10103, 'Recarga Galápago', 6],
    [topUp, recharge, 10104, 'Recarga Páramo', 6],
    [topUp, recharge, 10105, 'Recarga Manglar', 6],
  ],
  Paquetes: [
    [mobilePackage, fixed(3), 20043, 'Clara 1 GB por 3 días', 5],
    [mobilePackage, fixed(5), 20143, 'Clara 3 GB por 7 días', 5],
    [mobilePackage, fixed(12.5), 20144, 'Clara 10 GB por 30 días', 5],
    [mobilePackage, fixed(1), 20151, 'Mitad redes por 1 día', 5],
    [mobilePackage, fixed(7.5), 20152, 'Mitad 5 GB por 15 días', 5],
    [mobilePackage, fixed(4), 20161, 'Cóndor voz y 2 GB por 7 días', 5],
    [mobilePackage, fixed(18), 20162, 'Cóndor ilimitado por 30 días', 5],
    [mobilePackage, fixed(6), 20171, 'Galápago 4 GB por 10 días', 5],
    [mobilePackage, fixed(2.5), 20181, 'Páramo 2 GB por 5 días', 5],
  ],
  Depósitos: [
    [deposit, account, 411001, 'Banco Cotopaxi', 1],
    [deposit, account, 411101, 'Banco del Estero', 1],
    [deposit, account, 411102, 'Banco Chimborazo', 1],
    [deposit, account, 411103, 'Cooperativa Sumak', 2, { cost: 0.41 }],
    [deposit, account, 411104, 'Cooperativa La Minga', 2, { cost: 0.41 }],
    [deposit, account, 411105, 'Mutualista Yaku', 1],
  ],
  Retiros: [
    [withdrawal, cash, 412101, 'Retiro Banco Cotopaxi', 1, { incentive: 0.25 }],
    [withdrawal, cash, 412102, 'Retiro Banco del Estero', 1],
    [withdrawal, cash, 412103, 'Retiro Cooperativa Sumak', 1],
    [withdrawal, cash, 412104, 'Retiro Billetera Kuri', 1, { incentive: 0.3 }],
  ],
  'Servicios básicos': [
    [contractBill, household, 527611, 'Luz de la Costa', 1, { cost }],
    [contractBill, household, 527711, 'Luz de la Sierra', 1, { cost }],
    [contractBill, household, 527712, 'Agua de Quitumbe', 1, { cost }],
    [contractBill, household, 527713, 'Agua del Guayas', 1, { cost }],
    [contractBill, household, 527714, 'Teléfono Nacional', 1, { cost }],
    [contractBill, household, 527715, 'Gas a domicilio Fuego', 1, { cost }],
    [contractBill, household, 527716, 'Agua de los Ríos', 1, { cost }],
    [contractBill, household, 527717, 'Luz del Oriente', 1, { cost }],
  ],
  'Recaudos y planillas': [
    [referenceBill, household, 527721, 'Internet Horizonte', 1, { cost }],
    [referenceBill, household, 527722, 'Internet Fibra Andes', 1, { cost }],
    [referenceBill, household, 527723, 'Tránsito: multas', 1, { cost }],
    [referenceBill, household, 527724, 'Municipio: predial', 1, { cost }],
    [referenceBill, household, 527725, 'Seguro social: planilla', 1, { cost }],
    [referenceBill, household, 527726, 'Rentas: impuestos', 1, { cost }],
    [referenceBill, household, 527727, 'Catálogo Belleza Viva', 1, { cost }],
    [referenceBill, household, 527728, 'Catálogo Casa Linda', 1, { cost }],
  ],
  Créditos: [
    [lenderPayment(true), credit, 413201, 'Crédito Amigo: cuotas', 1],
    [lenderPayment(false), credit, 413202, 'Financiera Ñan: cuotas', 1],
  ],
  Pronósticos: [
    [betting, bet, 206000, 'Gol Seguro', 2],
    [betting, bet, 206101, 'Tiro Libre', 2],
    [betting, bet, 206102, 'Mitad Apuesta', 3],
    [betting, bet, 206103, 'Clásico', 3],
  ],
  'Pago de premios': [
    [prize, billed(2, 250), 207001, 'Premio Gol Seguro', 1],
    [prize, billed(2, 250), 207002, 'Premio Tiro Libre', 1],
    [prize, billed(1, 100), 207003, 'Premio Lotería Sol', 2],
  ],
  Entretenimiento: [
    [pin, choice(5, 10, 15, 25, 50), 101001, 'Pin Cine en Casa', 4],
    [pin, choice(5, 10, 20), 101101, 'Pin Música Libre', 5],
    [pin, choice(10, 20, 50), 101102, 'Pin Consola Uno', 4],
    [pin, choice(3, 6, 12), 101103, 'Pin Batalla Móvil', 6],
    [pin, choice(10, 25, 50), 101104, 'Pin Tienda de Juegos', 4],
    [pin, fixed(14.99), 101105, 'Pin Antivirus Escudo, 1 año', 8],
    [pin, fixed(7.49), 101106, 'Pin Deporte en Vivo, 1 mes', 6],
  ],
  'Televisión digital': [
    [tvPlans, billed(12.5, 59.9), 601101, 'Cielo TV', 4],
    [television, range(5, 100, 1), 601102, 'Antena Sur', 3],
    [television, choice(8, 16, 24), 601103, 'Pantalla Azul', 3],
    [television, choice(10, 20, 30), 601104, 'Señal Andes', 3],
  ],
  'Otros países': [
    [crossBorder, range(2, 150, 1), 903101, 'Recarga internacional Puente', 4, { cost: 0.5 }],
  ],
}
