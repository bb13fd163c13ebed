import { describe, expect, it } from 'vitest'
import { createScanBurst, scanKeyOf, type ScanKey } from './scan-burst.ts'

const key = (name: string, more: Partial<Parameters<typeof scanKeyOf>[0]> = {}) =>
  scanKeyOf({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
    isComposing: false,
    getModifierState: () => false,
    ...more,
  })

/** Types keys at a pace in milliseconds; answers what was done with each. */
function type(keys: readonly ScanKey[], pace: number) {
  const burst = createScanBurst()
  return keys.map((one, index) => burst.press(one, 1000 + index * pace))
}

const letters = (text: string) => [...text].map((letter) => key(letter))
const enter = key('Enter')
const scanOf = (keys: readonly ScanKey[], pace = 10) => {
  const last = type(keys, pace).at(-1)
  return last?.do === 'scan' ? last.text : null
}

describe('a scanner', () => {
  it('is known by its pace, and its keys are nobody else’s from then on', () => {
    const done = type([...letters('1234567'), enter], 10)
    expect(done.map((one) => one.do)).toEqual([
      ...Array<string>(5).fill('pass'),
      'take',
      'take',
      'scan',
    ])
    expect(done[0]).toEqual({ do: 'pass', begins: true })
    expect(done[1]).toEqual({ do: 'pass', begins: false })
    expect(done[5]).toEqual({ do: 'take', first: true })
    expect(done[7]).toEqual({ do: 'scan', text: '1234567' })
  })

  it('may end with Tab, write letters with Shift, and begin with "]C1"', () => {
    const shift = key('Shift')
    const keys = [...letters(']'), shift, ...letters('C1415770'), key('Tab')]
    expect(scanOf(keys)).toBe(']C1415770')
    const dead = [key('Dead'), ...letters('C1415770'), enter]
    expect(scanOf(dead)).toBe('C1415770')
  })

  it('sends GS as Ctrl+], as F8, or as itself', () => {
    const gs = [key(']', { ctrlKey: true }), key('F8'), key('\x1d', { ctrlKey: true })]
    for (const one of gs) {
      expect(scanOf([...letters('123456'), key('Control'), one, ...letters('9'), enter])).toBe(
        '123456\x1d9',
      )
    }
  })

  it('once known may hold its breath, but not for long', () => {
    const burst = createScanBurst()
    letters('123456').forEach((one, index) => burst.press(one, index * 10))
    expect(burst.press(enter, 150)).toEqual({ do: 'scan', text: '123456' })
    letters('123456').forEach((one, index) => burst.press(one, 500 + index * 10))
    expect(burst.press(enter, 700).do).toBe('pass')
  })

  it('whose burst nothing ends gives its text back', () => {
    const burst = createScanBurst()
    letters('123456').forEach((one, index) => burst.press(one, index * 10))
    expect(burst.flush()).toBe('123456')
    expect(burst.flush()).toBeNull()
  })

  it('whose keys come late is not read by its end alone', () => {
    const burst = createScanBurst()
    letters('415770').forEach((one, index) => burst.press(one, index * 10))
    expect(burst.flush()).toBe('415770')
    const late = [...letters('9998000018'), enter]
    const done = late.map((one, index) => burst.press(one, 60 + index * 10))
    expect(done.every((one) => one.do === 'take')).toBe(true)
    expect(burst.press(key('7'), 500)).toEqual({ do: 'pass', begins: true })
  })
})

describe('hands', () => {
  it('are slower', () => {
    expect(type([...letters('3001234567'), enter], 40).every((one) => one.do === 'pass')).toBe(true)
  })

  it('that hold a key down, or use shortcuts, do not scan', () => {
    const held = Array.from({ length: 9 }, () => key('1', { repeat: true }))
    expect(type([...held, enter], 10).every((one) => one.do === 'pass')).toBe(true)
    expect(key('k', { ctrlKey: true })).toEqual({ kind: 'other' })
    expect(key('Enter', { ctrlKey: true })).toEqual({ kind: 'other' })
    expect(scanOf([...letters('12345'), key('ArrowDown'), ...letters('12345'), enter])).toBeNull()
  })
})

describe('words that a program types', () => {
  it('are left alone, however fast', () => {
    expect(type([...letters('recarga clara 12'), enter], 1).every((one) => one.do === 'pass')).toBe(
      true,
    )
  })
})
