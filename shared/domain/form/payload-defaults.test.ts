import { expect, test } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { readDefault, withDefaultPayload } from './payload-defaults.ts'
import { queryBody } from './payload.ts'
import { firstForm } from './sale-form.ts'

const profile = {
  country: 'CO',
  valuesAs: 'strings',
  apiVersion: '1',
  deviceId: '',
  position: null,
} as const

test('items with a name and a value go along as they came, unless the form has the field', () => {
  const form = withDefaultPayload(firstForm([inputSample('reference', { value: '1234' })]), [
    '{"name":"branch","value":10000000000000000001}',
    '{"name":"extra","value":{"a":[1.50]}}',
    '{"name":"reference","value":"other"}',
    '{"name":"productId","value":"9"}',
    '{"key":"x","value":1}',
    'null',
    '"text"',
  ])
  const body = queryBody({ productId: '7', form, values: {}, profile })
  expect(body).toBe(
    '{"data":{"productId":"7","branch":10000000000000000001,"extra":{"a":[1.50]},"reference":"1234"},"_channel":"WS","_version":"1"}',
  )
})

test('an empty list, and items of another shape, change nothing', () => {
  const form = firstForm([])
  expect(withDefaultPayload(form, [])).toBe(form)
  expect(withDefaultPayload(form, ['{}', '[1]', 'nonsense', '{"name":"","value":1}'])).toBe(form)
  expect(readDefault('{"name":"a"}')).toBeNull()
  expect(readDefault('{"name":"a","value":null}')).toEqual({ name: 'a', text: '', json: 'null' })
})
