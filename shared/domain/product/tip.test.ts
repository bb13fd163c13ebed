import { expect, it } from 'vitest'
import { tipText, type TipUnit } from './tip.ts'

it.each<[string, TipUnit, string]>([
  ['3', 'unknown', '3'],
  ['3', 'percent', '3\u00a0%'],
  ['2.125', 'percent', '2.125\u00a0%'],
  ['3', 'money', 'COP 300'],
  // No amount has a thousandth, and no sign makes a number of a word.
  ['2.125', 'money', '2.125'],
  ['según tabla', 'percent', 'según tabla'],
  ['', 'money', ''],
])('%s as %s is %s', (tip, unit, text) => {
  expect(tipText(tip, unit, (minor) => `COP ${minor}`)).toBe(text)
})
