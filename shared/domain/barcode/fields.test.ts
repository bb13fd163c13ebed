import { expect, test } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { scannedFields, type ScannedCode } from './fields.ts'
import { readScan } from './scan.ts'

const text = '(415)7709998000018(8020)0012345(8020)77(3900)00048500(96)20261130'
const scan = readScan(text)
const bill: ScannedCode =
  scan.kind === 'bill' ? { kind: 'bill', bill: scan.readings[0] } : { kind: 'plain', text: '' }
const plain: ScannedCode = { kind: 'plain', text: '987654' }
const phone = inputSample('customerCellphone', { type: 'cellphone' })
const amount = inputSample('amount', { type: 'amount' })

test('the reference and the printed amount are filled, the phone is not', () => {
  const inputs = [phone, inputSample('reference', {}), amount]
  expect(scannedFields(inputs, bill)).toEqual([
    { name: 'reference', text: '0012345' },
    { name: 'amount', text: '48500' },
  ])
  expect(scannedFields(inputs, plain)).toEqual([{ name: 'reference', text: '987654' }])
})

test('several references go to several fields, the field called reference first', () => {
  const inputs = [inputSample('referencia2', {}), inputSample('reference', {})]
  expect(scannedFields(inputs, bill)).toEqual([
    { name: 'reference', text: '0012345' },
    { name: 'referencia2', text: '77' },
  ])
})

test('a field for the barcode takes it whole; one that only its label tells apart takes the reference', () => {
  expect(scannedFields([inputSample('barcode', {})], bill)).toEqual([{ name: 'barcode', text }])
  const contract = inputSample('code', { label: 'Número de contrato' })
  expect(scannedFields([contract], bill)).toEqual([{ name: 'code', text: '0012345' }])
})

test('what takes no reference takes no amount either, and what nobody may write stays as it is', () => {
  expect(scannedFields([phone, amount], bill)).toEqual([])
  expect(scannedFields([inputSample('reference', { disabled: true }), amount], bill)).toEqual([])
})
