import { describe, expect, it } from 'vitest'
import { rowAfterKey } from './row-keys.ts'

describe('rowAfterKey', () => {
  it('moves one row and stops at the ends', () => {
    expect(rowAfterKey('ArrowDown', 0, 3)).toBe(1)
    expect(rowAfterKey('ArrowDown', 2, 3)).toBe(2)
    expect(rowAfterKey('ArrowUp', 0, 3)).toBe(0)
  })

  it('leaps by pages and to the ends', () => {
    expect(rowAfterKey('PageDown', 5, 12)).toBe(11)
    expect(rowAfterKey('PageUp', 5, 12)).toBe(0)
    expect(rowAfterKey('Home', 5, 12)).toBe(0)
    expect(rowAfterKey('End', 5, 12)).toBe(11)
  })

  it('leaves other keys, and empty lists, alone', () => {
    expect(rowAfterKey('Enter', 1, 3)).toBeNull()
    expect(rowAfterKey('ArrowDown', 0, 0)).toBeNull()
  })
})
