import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../time/dates.ts'
import { checkDigit } from './check-digit.ts'
import { printed, separator, type Element } from './elements.ts'
import { readScan } from './scan.ts'

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const payee = digits(12, 12).map((body) => body + checkDigit(body))
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-./_'
const reference = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 25 })
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))

/** The elements of a bill, as its issuer would encode them. */
const elements = fc
  .record({
    payee,
    references: fc.array(reference, { minLength: 1, maxLength: 3 }),
    amount: fc.option(
      fc.record({ decimals: fc.integer({ min: 0, max: 2 }), value: digits(3, 13) }),
      { nil: null },
    ),
    due: fc.option(fc.record({ day, short: fc.boolean() }), { nil: null }),
  })
  .map(({ payee, references, amount, due }): Element[] => {
    const date = due?.day.replaceAll('-', '') ?? ''
    return [
      { ai: '415', value: payee },
      ...references.map((value) => ({ ai: '8020', value })),
      ...(amount ? [{ ai: `390${amount.decimals}`, value: amount.value }] : []),
      ...(due ? [due.short ? { ai: '12', value: date.slice(2) } : { ai: '96', value: date }] : []),
    ]
  })

const separated = (all: readonly Element[], mark: string) =>
  all.map(({ ai, value }) => ai + value + (ai === '415' || ai === '12' ? '' : mark)).join('')

/** The ways in which scanners send FNC1. */
const transmissions: ((all: readonly Element[]) => string)[] = [
  (all) => `]C1${separated(all, separator)}`,
  (all) => separated(all, separator) + separator,
  (all) => separator + separated(all, separator),
  (all) => `~1${separated(all, '~1')}`,
  (all) => separated(all, '{GS}'),
  (all) => separated(all, '^').replace(/\^$/, ''),
  printed,
]

test('what was encoded is what is read, however FNC1 is sent', () => {
  fc.assert(
    fc.property(elements, fc.constantFrom(...transmissions), (all, send) => {
      const scan = readScan(send(all))
      expect(scan).toMatchObject({ kind: 'bill', readings: [{ text: printed(all) }] })
    }),
    { numRuns: 2000 },
  )
})

test('without separators the encoded bill is among the readings, each of which is that same code', () => {
  fc.assert(
    fc.property(elements, (all) => {
      const raw = separated(all, '')
      const scan = readScan(raw)
      if (scan.kind !== 'bill') throw new Error('not read as a bill')
      const texts = scan.readings.map(({ text }) => text)
      expect(texts.length === 24 || texts.includes(printed(all))).toBe(true)
      for (const text of texts) {
        expect(text.replace(/\((415|8020|390\d|96|12)\)/g, '$1')).toBe(raw)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a changed digit of the payee is noticed', () => {
  fc.assert(
    fc.property(
      elements,
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 9 }),
      (all, at, by) => {
        const [first, ...rest] = all
        const value = first?.value ?? ''
        const wrong = value.slice(0, at) + ((Number(value[at]) + by) % 10) + value.slice(at + 1)
        const scan = readScan(printed([{ ai: '415', value: wrong }, ...rest]))
        expect(scan).toMatchObject({ kind: 'bill', readings: [{ payeeHolds: false }] })
      },
    ),
  )
})

test('no text makes it fail, nor take long', () => {
  const piece = fc.constantFrom(
    '415',
    '8020',
    '3900',
    '96',
    '12',
    '(',
    ')',
    '~1',
    separator,
    'ñ',
    '77',
  )
  const text = fc.array(fc.oneof(piece, digits(1, 14), fc.string({ maxLength: 5 })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(text, (pieces) => {
      expect(['bill', 'text']).toContain(readScan(pieces.join('')).kind)
    }),
    { numRuns: 3000 },
  )
  const hard = `4157709998000018${'8020'.repeat(200)}ñ`
  expect(readScan(hard).kind).toBe('text')
})
