import { expect, test } from 'vitest'
import { operatorsOf } from './operators.ts'

const called = (...names: string[]) =>
  operatorsOf(names.map((name) => ({ name }))).map(({ name, key }) => [name, key])

test('operators are called without what all top-ups begin with, each by the least that tells it apart', () => {
  expect(
    called(
      'Recarga Clara',
      'Recarga Andina Móvil',
      'Recarga  Tucán',
      'recarga Colibrí',
      'Recarga Éter',
    ),
  ).toEqual([
    ['Clara', 'CL'],
    ['Andina Móvil', 'A'],
    ['Tucán', 'T'],
    ['Colibrí', 'CO'],
    ['Éter', 'E'],
  ])
})

test('one alone keeps its name, as does what begins otherwise or would have none left', () => {
  expect(called('Recarga Clara')).toEqual([['Recarga Clara', 'R']])
  expect(called('Recarga Clara', 'Tiempo al aire Tucán')).toEqual([
    ['Recarga Clara', 'R'],
    ['Tiempo al aire Tucán', 'T'],
  ])
  expect(called('Recarga', 'Recarga Clara')).toEqual([
    ['Recarga', ''],
    ['Recarga Clara', ''],
  ])
})
