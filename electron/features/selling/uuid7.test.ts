import { expect, it } from 'vitest'
import { uuid7 } from './uuid7.ts'

it('is a UUID of version 7 that begins with its moment and never comes twice', () => {
  const at = Date.UTC(2026, 10, 21)
  const ids = Array.from({ length: 1000 }, () => uuid7(at))
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
  }
  expect(new Set(ids).size).toBe(1000)
  expect(uuid7(at + 1) > uuid7(at)).toBe(true)
})
