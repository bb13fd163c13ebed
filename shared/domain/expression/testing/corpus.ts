import type { FieldValue } from '../../form/form.ts'
import type { FormScope } from '../run.ts'

/** For tests: a field's value as the service gave it. */
export const given = (json: string): FieldValue => {
  const value: unknown = JSON.parse(json)
  const text = typeof value === 'string' ? value : value === null ? '' : json
  return { text, json }
}

/** For tests: the loan obligation's form of contract 4a, and some fields of other families. */
export function sampleScope(type = '1'): FormScope {
  const fields = new Map<string, FieldValue>([
    ['customerPaymentType', given(JSON.stringify(type))],
    ['amount', given('0')],
    ['amount_1', given('12000')],
    ['amount_2', given('250000.50')],
    ['id_query', given('12345678901234567890')],
    ['aditional', given('{"branch":"001","cutoff":15,"fees":[100,200.5],"none":null}')],
    ['credits', given(JSON.stringify('[{"nroCredito":"77","deudaProxCuota":45000.25}]'))],
    ['name_client', given('"  Ana Pérez "')],
    ['reference', given('"4111110001"')],
    ['plan', given('"gold"')],
    ['months', given('3')],
    ['flag', given('true')],
    ['nothing', given('null')],
    ['note', given('""')],
  ])
  return { fields, changed: 'customerPaymentType' }
}

type Row = [snippet: string, changes: Record<string, string>]

/** For tests: snippets in the styles such services use, with what they change when the type is "1". */
export const corpus: Row[] = [
  // The rule of contract 4a, in many hands.
  [
    "if (customerPaymentType == '1') { amount = amount_1 } else if (customerPaymentType == '2') { amount = amount_2 } else { amount = 0 }",
    { amount: '12000' },
  ],
  [
    "amount = customerPaymentType == '1' ? amount_1 : customerPaymentType == '2' ? amount_2 : 0",
    { amount: '12000' },
  ],
  ['amount = value == 1 ? amount_1 : value == 2 ? amount_2 : 0', { amount: '12000' }],
  ["value === '2' ? amount = amount_2 : amount = amount_1;", { amount: '12000' }],
  [
    "switch (customerPaymentType) { case '1': amount = amount_1; break; case '2': amount = amount_2; break; default: amount = 0 }",
    { amount: '12000' },
  ],
  [
    "switch (value) { case '1': case '3': amount = 5; default: months = 9 }",
    { amount: '5', months: '9' },
  ],
  ['switch (value) { case 1: amount = 5; break; default: amount = 6 }', { amount: '6' }],
  ["if (value == '1') amount = amount_1\nif (value == '2') amount = amount_2", { amount: '12000' }],
  ["if (value != '1') amount = 1; else amount = 2", { amount: '2' }],
  ['amount = ({ 1: amount_1, 2: amount_2 })[value] || 0', { amount: '12000' }],
  ["amount = { '2': amount_2 }[value] ?? 0", { amount: '0' }],
  ["value == '1' && (amount = amount_1)", { amount: '12000' }],
  ["value == '1' || (amount = 7)", {}],
  ["amount = (value == '1' || value == '3') ? amount_1 : 0", { amount: '12000' }],
  ['amount = [0, amount_1, amount_2][value] ?? 0', { amount: '12000' }],
  ['if (Number(value) === 1) amount = Number(amount_1); else amount = 0', { amount: '12000' }],
  // Assignments.
  ['amount = amount_2; amount -= 0.5; amount /= 2', { amount: '125000' }],
  ['let share = 2; share *= amount_1; amount = share', { amount: '24000' }],
  ['amount = 5000; months = 1; plan = "silver"', { amount: '5000', months: '1', plan: 'silver' }],
  ['amount = amount_1; amount += 500', { amount: '12500' }],
  ['months -= 1', { months: '2' }],
  ['amount = (months += 1) * 2', { amount: '8', months: '4' }],
  ['months *= 2; months /= 4; months %= 1', { months: '0.5' }],
  ['amount = months = 0', { amount: '0', months: '0' }],
  ['months = 1, amount = 2', { months: '1', amount: '2' }],
  ['var total = amount_1 * 2; amount = total', { amount: '24000' }],
  ['const rate = 0.19; amount = amount_1 * rate', { amount: '2280' }],
  // Exact numbers.
  ['amount = 0.1 + 0.2', { amount: '0.3' }],
  ['amount = Math.floor(0.57 * 100)', { amount: '57' }],
  ['amount = amount_2 - 0.5', { amount: '250000' }],
  ['amount = Math.round(amount_1 / 7 * 100) / 100', { amount: '1714.29' }],
  ['note = id_query', { note: '12345678901234567890' }],
  ['amount = -amount_1 + +"12000"', { amount: '0' }],
  ['amount = 1e3', { amount: '1000' }],
  ['months = 7 % 4', { months: '3' }],
  // Conversions and mathematics.
  ["amount = Number('1500.50')", { amount: '1500.5' }],
  ["amount = parseInt('1500 pesos', 10)", { amount: '1500' }],
  ["amount = parseFloat('12.5kg')", { amount: '12.5' }],
  ['note = String(amount_1)', { note: '12000' }],
  ['flag = Boolean(note)', { flag: 'false' }],
  ['amount = Math.min(amount_1, amount_2)', { amount: '12000' }],
  ['amount = Math.max(0, Math.abs(-3), Math.ceil(1.2), Math.trunc(2.9))', { amount: '3' }],
  ['amount = isNaN(note + "x") ? 1 : 2', { amount: '1' }],
  // Text.
  ['note = plan + ": " + months + " meses"', { note: 'gold: 3 meses' }],
  ['if (reference.length >= 10 && reference[0] == "4") note = "tarjeta"', { note: 'tarjeta' }],
  // Comparison.
  ['flag = "1" == 1', { flag: 'true' }],
  ['flag = "1" === 1', { flag: 'false' }],
  ['flag = nothing == undefined && nothing !== undefined', { flag: 'true' }],
  ['flag = !note', { flag: 'true' }],
  ['flag = amount_1 < amount_2 && "9" > "10"', { flag: 'true' }],
  ['flag = id_query == "12345678901234567891"', { flag: 'false' }],
  // Data.
  ['note = aditional.branch', { note: '001' }],
  ["months = aditional['cut' + 'off']", { months: '15' }],
  ['amount = aditional.fees[1] + aditional.fees.length', { amount: '202.5' }],
  ['note = aditional.missing?.deep?.er ?? "none"', { note: 'none' }],
  [
    'const c = JSON.parse(credits)[0]; amount = c.deudaProxCuota; note = c.nroCredito',
    { amount: '45000.25', note: '77' },
  ],
  ['aditional = { branch: "002" }', { aditional: '{"branch":"002"}' }],
  // Nothing to do, or nothing that counts.
  ['', {}],
  ['// nothing yet', {}],
  ['note = undefined; plan = null', { note: '', plan: '' }],
  ['if (value == 9) { amount = 1 }', {}],
]
