import { expect, test } from 'vitest'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { newDraft, withQuote, type Draft } from './draft.ts'
import type { Writing } from './field-text.ts'
import { gapsOf, isUnfilled } from './gaps.ts'
import { claro, claroForm, quoteOf } from './testing/samples.ts'

const writing: Writing = { country: 'CO', decimalSign: 'comma', currency: 'COP' }
const begun: Draft = { ...newDraft(claro, 'one'), detail: { ...claroForm, form: null } }
const quoted = (inputs: InputDescriptor[], over: object = {}): Draft => ({
  ...withQuote(begun, quoteOf({ inputs, values: {}, amount: null, total: null, ...over })),
  stage: 'form',
})

test('a quote without a form or a value says that the service describes neither', () => {
  expect(gapsOf(begun, writing)).toEqual([])
  expect(gapsOf(quoted([]), writing)).toEqual([{ kind: 'form' }])
})

test('a value that nobody says and nobody can type is missing', () => {
  const fixed = inputSample('amount', { type: 'money', value: 0, disabled: true })
  expect(gapsOf(quoted([fixed]), writing)).toEqual([{ kind: 'amount' }])
  expect(gapsOf(quoted([{ ...fixed, disabled: false }]), writing)).toEqual([])
})

test('a required choice of nothing is named, before the quote too', () => {
  const choice = inputSample('warehouse', { type: 'select', label: 'Bodega' })
  const form = { title: '', button: '', inputs: [choice] }
  const gap = [{ kind: 'field', label: 'Bodega' }]
  expect(gapsOf({ ...begun, detail: { ...claroForm, form } }, writing)).toEqual(gap)
  expect(gapsOf(quoted([choice]), writing)).toEqual(gap)
  const optional = { ...form, inputs: [{ ...choice, required: false }] }
  expect(gapsOf({ ...begun, detail: { ...claroForm, form: optional } }, writing)).toEqual([])
})

test('nothing is missing while the service may say more, or a person can fill it', () => {
  const refused = quoted([], { errorMessage: 'no' })
  const list = inputSample('credits', {
    type: 'input-lender',
    value: '[]',
    preQueryProcess: { check: 'f', method: 'start', complete: 'f' },
  })
  expect(gapsOf(refused, writing)).toEqual([])
  expect(gapsOf({ ...quoted([]), quoteStale: true }, writing)).toEqual([])
  expect(gapsOf(quoted([list]), writing)).toEqual([])
  expect(gapsOf(quoted([inputSample('reference')]), writing)).toEqual([])
})

test('a form waits while something needed is empty or cannot be read, before anybody is told of it', () => {
  const form = { title: '', button: '', inputs: [inputSample('reference', { required: true })] }
  const typed = (reference: string): Draft => ({
    ...begun,
    detail: { ...claroForm, form },
    typed: { reference },
  })
  expect(isUnfilled(typed(''), writing)).toBe(true)
  expect(isUnfilled(typed('123'), writing)).toBe(false)
})
