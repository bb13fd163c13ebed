import { describe, expect, it } from 'vitest'
import { parseExact } from '../../shared/domain/text/json.ts'
import { categories, productDetail, queryInputs } from './schemas/product.ts'

describe('products/list', () => {
  it('reads categories in their order, whatever stands for a number', () => {
    const text = `[
      {"id":"2","name":"Pines","sort":"20","Products":null},
      {"id":1.0,"name":"Recargas","sort":10,"extra":true,"Products":[
        {"id":10000,"name":"Claro","image":"/images/claro.png","description":null,"price":null,"tip":3},
        {"id":"20043","name":"Paquete","price":"5000.50"},
        {"name":"sin id"}, 7
      ]}]`
    expect(categories('COP').parse(parseExact(text))).toEqual([
      {
        id: '1',
        name: 'Recargas',
        sort: 10,
        products: [
          {
            id: '10000',
            name: 'Claro',
            description: '',
            image: '/images/claro.png',
            price: null,
            tip: '3',
          },
          {
            id: '20043',
            name: 'Paquete',
            description: '',
            image: null,
            price: { minor: 500050, currency: 'COP' },
            tip: null,
          },
        ],
      },
      { id: '2', name: 'Pines', sort: 20, products: [] },
    ])
  })
})

describe('products/get', () => {
  const detail = productDetail('USD')

  it('reads the form; its fields are needed', () => {
    const text = `{"id":10000,"name":"Claro","price":1,"options":{"view":{"title":"Realizar recarga",
      "form":{"button":"Vender","inputs":[{"type":"cellphone","label":"Celular","name":"customerCellphone","icon":"x"}]}}}}`
    expect(detail.parse(parseExact(text))).toMatchObject({
      id: '10000',
      form: {
        title: 'Realizar recarga',
        button: 'Vender',
        inputs: [{ name: 'customerCellphone', type: 'cellphone', required: true, value: null }],
      },
    })
  })

  it('takes a price of 0 for none', () => {
    expect(detail.parse(parseExact('{"id":1,"price":0}')).price).toBeNull()
  })

  it.each(['{}', 'null', '{"view":{"form":{}}}', '{"view":{"form":{"inputs":"x"}}}'])(
    'has no form when options are %s',
    (options) => {
      expect(detail.parse(parseExact(`{"id":1,"options":${options}}`)).form).toBeNull()
    },
  )
})

describe('Inputs of a quote', () => {
  it('keeps values exactly and unknown types by their name', () => {
    const text = `[
      {"name":"amount_1","type":"hidden","value":12345678901234567890.10},
      {"name":"aditional","type":"hidden","origin":"object","value":{"a":1.0},"payloadSell":true},
      {"name":"n","type":"text","value":null,"required":"true","disabled":1},
      {"name":"d","type":"fingerprint","label":"Huella","Description":"dedo","onChange":""},
      {"name":"s","type":"select","options":[{"label":"Uno","value":1,"eval":["a","b","c"]},{"label":"","value":""}]},
      {"type":"text","label":"sin nombre"}]`
    const inputs = queryInputs.parse(parseExact(text))
    expect(inputs).toHaveLength(5)
    expect(inputs).toMatchObject([
      { value: { text: '12345678901234567890.10', json: '12345678901234567890.10' } },
      { value: { text: '{"a":1.0}', json: '{"a":1.0}' }, origin: 'object', payloadSell: true },
      { value: { text: '', json: 'null' }, required: true, disabled: true },
      {
        type: 'text',
        rawType: 'fingerprint',
        description: 'dedo',
        onChange: null,
        required: false,
      },
      {
        type: 'select',
        options: [
          { label: 'Uno', value: '1', eval: ['a', 'b', 'c'] },
          { label: '', value: '' },
        ],
      },
    ])
  })
})
