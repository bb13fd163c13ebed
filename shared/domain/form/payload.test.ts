import { describe, expect, it } from 'vitest'
import type { InputDescriptor } from './form.ts'
import { inputSample } from '../testing/input-sample.ts'
import { queryBody, sellBody, type PayloadSource } from './payload.ts'
import { firstForm, nextForm } from './sale-form.ts'

const phone = inputSample('customerCellphone', { type: 'cellphone' })
const amount = inputSample('amount', { type: 'amount' })
const document = inputSample('customerDocument')
const position = { lat: 4.71, lon: -74.07, accuracy: 20, commerceId: 'c-1', address: 'Calle 1' }

/** The payloads of the service's documentation, one per family. */
const families: {
  family: string
  productId: string
  inputs: InputDescriptor[]
  values: Record<string, string>
  data: Record<string, string>
}[] = [
  {
    family: 'mobile top-up',
    productId: '10000',
    inputs: [phone, amount],
    values: { customerCellphone: '300 123 4567', amount: '5000' },
    data: { customerCellphone: '3001234567', amount: '5000' },
  },
  {
    family: 'sports-betting top-up',
    productId: '206000',
    inputs: [document, phone, amount],
    values: { customerDocument: '79123456', customerCellphone: '3001234567', amount: '20000' },
    data: { customerDocument: '79123456', customerCellphone: '3001234567', amount: '20000' },
  },
  {
    family: 'bill payment by reference',
    productId: '527611',
    inputs: [inputSample('reference'), phone, amount],
    values: { reference: ' 0012345 ', customerCellphone: '+57 3001234567', amount: '84300.5' },
    data: { reference: '0012345', customerCellphone: '3001234567', amount: '84300.5' },
  },
  {
    family: 'pin',
    productId: '101001',
    inputs: [phone, inputSample('customerEmail'), amount],
    values: { customerCellphone: '3001234567', customerEmail: 'a@b.co', amount: '30000' },
    data: { customerCellphone: '3001234567', customerEmail: 'a@b.co', amount: '30000' },
  },
  {
    family: 'mobile data package',
    productId: '20043',
    inputs: [phone, amount],
    values: { customerCellphone: '3001234567', amount: '12000' },
    data: { customerCellphone: '3001234567', amount: '12000' },
  },
  {
    family: 'bank deposit',
    productId: '411001',
    inputs: [
      inputSample('accountType', { type: 'select', options: [{ label: 'Ahorros', value: '1' }] }),
      inputSample('accountNumber'),
      phone,
      document,
      amount,
    ],
    values: {
      accountType: '1',
      accountNumber: '00123456789',
      customerCellphone: '3001234567',
      customerDocument: '79123456',
      amount: '150000',
    },
    data: {
      accountType: '1',
      accountNumber: '00123456789',
      customerCellphone: '3001234567',
      customerDocument: '79123456',
      amount: '150000',
    },
  },
]

function source(changes: Partial<PayloadSource['profile']> = {}): PayloadSource {
  return {
    productId: '10000',
    form: firstForm([phone, amount]),
    values: { customerCellphone: '3001234567', amount: '5000' },
    profile: {
      country: 'CO',
      valuesAs: 'strings',
      apiVersion: '1.10.2',
      deviceId: '',
      position: null,
      ...changes,
    },
  }
}

const parsed = (text: string): unknown => JSON.parse(text)

describe.each(families)('sell of a $family', ({ productId, inputs, values, data }) => {
  const of = (valuesAs: 'strings' | 'numbers') =>
    parsed(
      sellBody({ ...source({ valuesAs }), productId, form: firstForm(inputs), values }, 'sale-1'),
    )
  const rest = { _channel: 'WS', _version: '1.10.2', _id: 'sale-1', _geolocation: null }

  it('writes strings as the contract does', () => {
    expect(of('strings')).toEqual({ data: { productId, ...data }, ...rest })
  })

  it('writes numbers where the live service was seen to', () => {
    const numbers = { productId: Number(productId), ...data, amount: Number(data['amount']) }
    expect(of('numbers')).toEqual({ data: numbers, ...rest })
  })
})

describe('bodies', () => {
  it('quotes with data and the two markers alone', () => {
    expect(parsed(queryBody(source()))).toEqual({
      data: { productId: '10000', customerCellphone: '3001234567', amount: '5000' },
      _channel: 'WS',
      _version: '1.10.2',
    })
  })

  it('adds position and device when there are any, and no empty version', () => {
    const body = sellBody(source({ position, deviceId: 'd-1', apiVersion: '' }), 'sale-1')
    expect(parsed(body)).toEqual({
      data: { productId: '10000', customerCellphone: '3001234567', amount: '5000' },
      _channel: 'WS',
      _id: 'sale-1',
      _geolocation: position,
      _deviceId: 'd-1',
    })
  })

  it('never sends a value that no field declares, and leaves empty ones out', () => {
    const base = source()
    const body = queryBody({ ...base, values: { amount: ' ', extra: 'x', productId: '9' } })
    expect(parsed(body)).toHaveProperty('data', { productId: '10000' })
  })

  it('keeps a product that is no plain number as text', () => {
    const base = source({ valuesAs: 'numbers' })
    expect(parsed(queryBody({ ...base, productId: '007' }))).toHaveProperty('data.productId', '007')
  })
})

describe('quote after quote', () => {
  const typing = source().profile
  const first = firstForm([
    inputSample('reference', { view: 'query' }),
    phone,
    inputSample('query', { type: 'hidden', value: 'start' }),
  ])
  const values = { reference: '12345', customerCellphone: '3001234567' }

  it('carries on what was flagged or typed, and not what was for the query alone', () => {
    const second = nextForm(
      first,
      values,
      [inputSample('id_query', { type: 'hidden', value: 77, payloadSell: true })],
      typing,
    )
    const third = nextForm(second, values, [inputSample('amount', { value: 900 })], typing)
    const body = sellBody({ ...source(), form: third, values }, 'i')
    expect(parsed(body)).toHaveProperty('data', {
      productId: '10000',
      customerCellphone: '3001234567',
      id_query: 77,
      amount: '900',
    })
  })

  it('sends what is disabled or hidden exactly as it was given, every digit of it', () => {
    const form = firstForm([
      { ...inputSample('amount', { disabled: true }), value: { text: '5e3', json: '5e3' } },
      {
        ...inputSample('id_query', { type: 'hidden' }),
        value: { text: '12345678901234567890', json: '12345678901234567890' },
      },
      inputSample('aditional', { type: 'hidden', origin: 'object', value: { a: [1, null] } }),
      inputSample('flag', { type: 'hidden', value: false }),
      inputSample('nothing', { type: 'hidden', value: null }),
    ])
    const tampered = { amount: '1' }
    expect(queryBody({ ...source(), form, values: tampered })).toContain(
      '"amount":5e3,"id_query":12345678901234567890,"aditional":{"a":[1,null]},"flag":false,"nothing":null}',
    )
  })

  it('lets the form itself write the disabled and hidden fields that it names, and nobody else', () => {
    const form = firstForm([
      inputSample('kind', { onChange: "amount = kind == '1' ? low : 0" }),
      inputSample('amount', { type: 'money', disabled: true, value: 0 }),
      inputSample('low', { type: 'hidden', value: 25_000 }),
      inputSample('am', { disabled: true, value: 'x' }),
      inputSample('flag', { type: 'hidden', value: false }),
      inputSample('id_query', { type: 'hidden', value: 7 }),
      inputSample('credits', {
        preQueryProcess: { check: 'flag', method: 'start', complete: 'flag' },
      }),
    ])
    const tampered = { amount: '1', low: '1', am: 'y', flag: 'false', id_query: '8' }
    const changed = { ...tampered, kind: '1', credits: '{}' }
    expect(parsed(queryBody({ ...source(), form, values: changed }))).toHaveProperty('data', {
      productId: '10000',
      kind: '1',
      amount: '25000',
      low: 25_000,
      am: 'x',
      flag: true,
      id_query: 7,
      credits: '{}',
    })
  })

  it('sends the credit that was picked, and none of the list before', () => {
    const list = JSON.stringify([{ nroCredito: '1' }, { nroCredito: '2' }])
    const form = firstForm([inputSample('credits', { type: 'input-lender', value: list })])
    const sent = (credits: string) => parsed(queryBody({ ...source(), form, values: { credits } }))
    expect(sent(list)).toHaveProperty('data', { productId: '10000' })
    expect(sent('{"nroCredito":"2"}')).toHaveProperty('data.credits', '{"nroCredito":"2"}')
  })

  it('sends back a list of credits that nobody may choose from, as it came', () => {
    const credit = '{"nroCredito":"2"}'
    const input = inputSample('credits', { type: 'input-lender', value: credit, disabled: true })
    const body = queryBody({ ...source(), form: firstForm([input]), values: { credits: 'other' } })
    expect(parsed(body)).toHaveProperty('data.credits', credit)
  })
})
