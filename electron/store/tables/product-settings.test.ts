import { expect, test } from 'vitest'
import { openMemoryJournal } from '../testing/memory-journal.ts'

test('says the same of several products, and leaves what was not said as it was', () => {
  const { productSettings } = openMemoryJournal().journal
  productSettings.set('shop', ['1', '2'], { direction: 'out' }, 1000)
  productSettings.set('shop', ['2', '3'], { nature: 'collection' }, 2000)
  expect(productSettings.all('shop')).toEqual([
    { productId: '1', direction: 'out', nature: null },
    { productId: '2', direction: 'out', nature: 'collection' },
    { productId: '3', direction: null, nature: 'collection' },
  ])
  expect(productSettings.directions('shop')).toEqual(
    new Map([
      ['1', 'out'],
      ['2', 'out'],
    ]),
  )
})

test('taken back, a product is as nobody had said anything', () => {
  const { productSettings } = openMemoryJournal().journal
  productSettings.set('shop', ['1'], { direction: 'in', nature: 'resale' }, 1000)
  productSettings.set('shop', ['1'], { direction: null }, 2000)
  expect(productSettings.all('shop')).toEqual([
    { productId: '1', direction: null, nature: 'resale' },
  ])
  productSettings.set('shop', ['1'], { nature: null }, 3000)
  expect(productSettings.all('shop')).toEqual([])
})

test('each connection has its own', () => {
  const { productSettings } = openMemoryJournal().journal
  productSettings.set('shop', ['1'], { direction: 'out' }, 1000)
  expect(productSettings.all('other')).toEqual([])
  expect(productSettings.directions('other').size).toBe(0)
})
