import { expect, it } from 'vitest'
import { createTranslators, fillIn } from './engine.ts'

const texts = {
  es: {
    plain: 'Hola',
    ends: 'Se buscó {when}.',
    to: 'Hola, {name}',
    sales: 'ninguna | {count} venta de {who} | {count} ventas de {who}',
    signs: "a{'@'}b {'|'} c",
    days: ['lunes', 'martes'],
  },
  en: { plain: 'Hello', to: 'Hello, {name}' },
}
const words = createTranslators<typeof texts.es, 'es' | 'en'>('es', {
  ...texts,
  en: { ...texts.es, ...texts.en, days: ['Monday'] },
})
const t = words.in('es')

it('fills names in, and a dash for what is not there', () => {
  expect(t('plain')).toBe('Hola')
  expect(t('to', { name: '{count} | @x' })).toBe('Hola, {count} | @x')
  expect([t('to'), t('to', { name: null })]).toEqual(['Hola, —', 'Hola, —'])
  expect(words.in('en')('to', { name: 'Ana' })).toBe('Hello, Ana')
})

it('chooses a form by how many there are, which may be written as one likes', () => {
  expect(t('sales', 0)).toBe('ninguna')
  expect(t('sales', { who: 'Ana' }, 1)).toBe('1 venta de Ana')
  expect(t('sales', { who: 'Ana', count: '1.000' }, 1000)).toBe('1.000 ventas de Ana')
  const written = (count: number) => `${count / 1000} mil`
  const say = createTranslators<typeof texts.es, 'es'>('es', { es: texts.es }, written).in('es')
  expect(say('sales', { who: 'Ana', count: 2000 }, 2000)).toBe('2 mil ventas de Ana')
  expect(say('sales', { who: 4000 }, 2000)).toBe('2 mil ventas de 4000')
})

it('ends a sentence with one dot, whatever it was filled with', () => {
  expect(t('ends', { when: 'el sábado, 3:04 p. m.' })).toBe('Se buscó el sábado, 3:04 p. m.')
  expect(t('ends', { when: 'hoy' })).toBe('Se buscó hoy.')
  expect(t('to', { name: 'Dr.' })).toBe('Hola, Dr.')
})

it('gives a text as it stands to who takes it apart, and fills the parts in the same way', () => {
  expect(t.unfilled('ends')).toBe('Se buscó {when}.')
  expect(t.unfilled('sales', 1)).toBe('{count} venta de {who}')
  expect(t('sales', { who: 'Ana', count: null }, 3)).toBe('3 ventas de Ana')
  expect(fillIn('{who}. {to}', { who: '{to} S.A.' })).toBe('{to} S.A. —')
})

it('has signs of the format as themselves, and several texts in an order', () => {
  expect(t('signs')).toBe('a@b | c')
  expect([t.list('days'), words.in('en').list('days')]).toEqual([['lunes', 'martes'], ['Monday']])
})

it('holds a figure with its unit and its sign, wherever a sentence is broken', () => {
  const said = {
    es: {
      age: 'hace {count} s',
      left: 'Quedan {h} h {m} min',
      z: 'El Z {n} dejó $ 5 y 3 sobres',
      no: 'No. {n}',
    },
  }
  const say = createTranslators<typeof said.es, 'es'>('es', said).in('es')
  expect(say('age', 12)).toBe('hace 12\u00a0s')
  expect(say('left', { h: 2, m: 5 })).toBe('Quedan 2\u00a0h 5\u00a0min')
  expect(say('no', 7)).toBe('No.\u00a07')
  expect(say('z', 7)).toBe('El Z\u00a07 dejó $\u00a05 y 3 sobres')
})

it('knows which texts there are', () => {
  expect(['plain', 'no.such', 'toString'].filter(words.has)).toEqual(['plain'])
})
