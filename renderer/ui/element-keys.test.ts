import { expect, it } from 'vitest'
import { createElementKeys } from './element-keys.ts'

it('makes no element for what is drawn anew while another is left over', () => {
  const keysOf = createElementKeys()
  expect(keysOf(['a', 'b', 'c'], null)).toEqual([0, 1, 2])
  expect(keysOf(['x', 'b', 'y'], null)).toEqual([0, 1, 2])
  expect(keysOf(['b', 'x'], null)).toEqual([1, 0])
  expect(keysOf(['b', 'p', 'q'], null)).toEqual([1, 0, 3])
})

it('gives the element that has the keyboard to no other', () => {
  const keysOf = createElementKeys()
  keysOf(['a', 'b'], null)
  expect(keysOf(['b', 'a'], 'a')).toEqual([1, 0])
  expect(keysOf(['x', 'y'], 'a')).toEqual([1, 2])
})
