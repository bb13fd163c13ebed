import { describe, expect, it } from 'vitest'
import { billWarnings, type Bill } from './bill.ts'
import { checkDigit, hasCheckDigit } from './check-digit.ts'
import { readScan } from './scan.ts'

const payee = '7709998000018'

function readings(text: string): Bill[] {
  const scan = readScan(text)
  if (scan.kind !== 'bill') throw new Error(`${scan.kind}: ${scan.text}`)
  return scan.readings
}

describe('the check digit', () => {
  it('is that of GS1', () => {
    expect(checkDigit('770999800001')).toBe('8')
    expect(checkDigit('400638133393')).toBe('1')
    expect(hasCheckDigit('4006381333931')).toBe(true)
    expect(hasCheckDigit('4006381333932')).toBe(false)
  })
})

describe('a bill', () => {
  it('says payee, references, amount with its decimals and due day', () => {
    expect(readings(`]C1415${payee}8020A-1\x1d80202\x1d39021234567\x1d9620261130`)).toEqual([
      {
        payee,
        payeeHolds: true,
        references: ['A-1', '2'],
        amount: { minor: 1_234_567, currency: 'COP' },
        due: '2026-11-30',
        text: `(415)${payee}(8020)A-1(8020)2(3902)1234567(96)20261130`,
      },
    ])
  })

  it('may say neither amount nor day', () => {
    expect(readings(`(415)${payee}(8020)0012345`)).toMatchObject([
      { references: ['0012345'], amount: null, due: null },
    ])
    expect(readings(`(415)${payee}(8020)1(3900)000000`)).toMatchObject([{ amount: null }])
  })

  it('says its day with two digits of the year too, also right after the payee', () => {
    expect(readings(`415${payee}12261130802012345`)).toMatchObject([
      { due: '2026-11-30', references: ['12345'] },
    ])
    expect(readings(`(415)${payee}(8020)1(12)270200`)).toMatchObject([{ due: '2027-02-28' }])
  })

  it('is read with parentheses as another keyboard writes them, and with any sign before C1', () => {
    expect(readings(`)415=${payee})8020=123)3900=5000`)).toMatchObject([{ references: ['123'] }])
    expect(readings(`+C1415${payee}8020123\x1d39005000`)).toMatchObject([{ references: ['123'] }])
  })

  it('with separators is not guessed at: what looks like an identifier inside a reference stays there', () => {
    expect(readings(`415${payee}8020123900456\x1d39005000`)).toMatchObject([
      { references: ['123900456'] },
    ])
  })

  it('carries what it does not know, and reads no day where there is none', () => {
    expect(readings(`415${payee}8020123\x1d91ABC\x1d96XYZ`)).toMatchObject([
      { references: ['123'], due: null },
    ])
  })
})

describe('a raw code', () => {
  it('is certain when it splits in one way only', () => {
    expect(readings(`415${payee}8020123456789012390000000485009620261130`)).toHaveLength(1)
  })

  it('gives every way otherwise, the one with most elements first', () => {
    const ways = readings(`415${payee}8020123456783900000500009620261130`)
    expect(ways.map(({ references, amount }) => [references, amount?.minor ?? null])).toEqual([
      [['12345678'], 5_000_000],
      [['12345678390000050000'], null],
    ])
  })
})

describe('what is no bill', () => {
  it.each([
    ['4006381333931', 'text'],
    [']E04006381333931', 'text'],
    ['4006381333932', 'text'],
    ['AB-1234567', 'text'],
    [`415${payee}`, 'text'],
    [`(415)${payee}(3900)5000`, 'text'],
    [`(415)${payee}(415)${payee}(8020)1`, 'text'],
    [`(415)${payee}(8020)1(3900)1(3900)2`, 'text'],
    ['', 'text'],
  ])('%s is %s', (text, kind) => {
    expect(readScan(text).kind).toBe(kind)
  })
})

describe('warnings', () => {
  const bill = (text: string) => readings(text)[0] ?? expect.fail('no bill')
  const due = bill(`(415)${payee}(8020)1(96)20261130`)

  it('come once the due day is over at UTC-5', () => {
    expect(billWarnings(due, Date.UTC(2026, 11, 1, 4, 59))).toEqual([])
    expect(billWarnings(due, Date.UTC(2026, 11, 1, 5, 0))).toEqual(['past-due'])
  })

  it('come for a payee that does not hold', () => {
    expect(billWarnings(bill('(415)7709998000019(8020)1'), 0)).toEqual(['check-digit'])
  })
})
