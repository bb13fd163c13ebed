import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOfDay, matchSales } from './reconciliation.ts'
import { morning, rowSample, soldSample } from '../testing/reconciliation-samples.ts'
import { saleStateSchema, verdictSchema, type Sale } from './sale.ts'

const minute = 60_000
const brief = (sales: Sale[], rows: ReturnType<typeof rowSample>[]) =>
  matchSales(sales, rows).map(({ kind, hint }) => `${kind} ${hint}`)

describe('a day, held against the list', () => {
  it('matches by the identifier that find gave, whatever the times say', () => {
    expect(brief([soldSample()], [rowSample({ at: morning + 30 * 60 * minute })])).toEqual([
      'matched none',
    ])
  })

  it.each([
    ['amount', rowSample({ amount: { minor: 500_100, currency: 'COP' } })],
    ['amount', rowSample({ amount: { minor: 500_000, currency: 'USD' } })],
    ['amount', rowSample({ amount: null })],
    ['product', rowSample({ product: { id: '7', name: 'Otra' } })],
    ['status', rowSample({ statusId: '3' })],
    ['status', rowSample({ statusId: '9' })],
  ])('says that the %s differs', (hint, row) => {
    expect(brief([soldSample()], [row])).toEqual([`differs ${hint}`])
  })

  it('lets two that still wait agree', () => {
    const waiting = soldSample({ state: 'PENDING' })
    expect(brief([waiting], [rowSample({ statusId: '4' })])).toEqual(['matched none'])
  })

  it('takes a record that a person recognised as the sale', () => {
    const known = { state: 'REVIEW', seen: false, code: null } as const
    const closing = { ...known, at: 1, reason: 'soporte', candidateId: '9' }
    const closed = soldSample({
      state: 'REVIEW',
      serviceId: null,
      closing: { as: 'approved', ...closing },
    })
    expect(brief([closed], [rowSample({ id: '9' })])).toEqual(['matched none'])
  })

  it('gives a record to the sale that find proved it to be before one that a person took for it', () => {
    const known = { state: 'REVIEW', seen: false, code: null } as const
    const closing = {
      ...known,
      as: 'approved',
      at: 1,
      reason: 'soporte',
      candidateId: '9',
    } as const
    const person = soldSample({ id: 'person', state: 'REVIEW', serviceId: null, closing })
    const proven = soldSample({ id: 'proven', serviceId: '9', createdAt: morning + minute })
    const lines = matchSales([person, proven], [rowSample({ id: '9' })])
    expect(lines.map(({ kind, sale }) => [kind, sale?.id])).toEqual([
      ['matched', 'proven'],
      ['only-here', 'person'],
    ])
  })

  it('lets that record go once the service said otherwise of the sale', () => {
    const closing = { state: 'REVIEW', seen: false, code: null, at: 1, reason: 'soporte' } as const
    const overruled = (as: 'approved' | 'not-made') =>
      soldSample({
        state: 'UNKNOWN',
        serviceId: null,
        closing: { as, ...closing, candidateId: as === 'approved' ? '9' : null },
      })
    const later = rowSample({ id: '9', at: morning + 60 * minute })
    expect(brief([overruled('approved')], [later])).toEqual(['possible none'])
    expect(brief([overruled('not-made')], [later])).toEqual(['possible none'])
  })

  it('calls an equal record near an unconfirmed sale possible, never matched', () => {
    const unknown = soldSample({ state: 'UNKNOWN', serviceId: null })
    expect(brief([unknown], [rowSample({ at: morning + minute })])).toEqual(['possible none'])
    expect(brief([unknown], [rowSample({ at: morning - 20 * minute })])).toEqual(
      ['only-here none', 'only-there elsewhere'].toReversed(),
    )
  })

  it('shows the second execution of one request beside the first', () => {
    const [first, second] = matchSales(
      [soldSample()],
      [rowSample(), rowSample({ id: '4712', at: morning + 1000 })],
    )
    expect(first).toMatchObject({ kind: 'matched', row: { id: '4711' } })
    expect(second).toMatchObject({
      kind: 'only-there',
      hint: 'double',
      row: { id: '4712' },
      twin: { id: 'sale-1' },
    })
  })

  it('does not call a sale made elsewhere a double: other amount, or other time', () => {
    const rows = [
      rowSample(),
      rowSample({ id: '4712', at: morning + 1000, amount: { minor: 700_000, currency: 'COP' } }),
      rowSample({ id: '4713', at: morning + 60 * minute }),
    ]
    expect(brief([soldSample()], rows)).toEqual([
      'matched none',
      'only-there elsewhere',
      'only-there elsewhere',
    ])
  })

  it('expects nothing of what was not sent or was refused without a record', () => {
    const states = ['NOT_SENT', 'DECLINED'] as const
    for (const state of states) {
      expect(brief([soldSample({ state, serviceId: null })], [])).toEqual([])
    }
    expect(brief([soldSample()], [])).toEqual(['only-here none'])
  })

  it('keeps a late sale on the day that it was sent', () => {
    const evening = Date.UTC(2026, 10, 22, 4, 59)
    const [line] = matchSales(
      [soldSample({ sentAt: evening })],
      [rowSample({ at: evening + 5 * minute })],
    )
    expect(line && isOfDay(line, '2026-11-21')).toBe(true)
    expect(line && isOfDay(line, '2026-11-22')).toBe(false)
  })
})

const instant = fc.integer({ min: 0, max: 120 }).map((n) => morning + n * minute)
const minor = fc.constantFrom(500_000, 700_000)
const serviceId = fc.option(fc.integer({ min: 1, max: 12 }).map(String), { nil: null })
const known = { seen: false, code: null, reason: 'soporte' }
const saleArbitrary = fc
  .record({
    id: fc.uuid(),
    state: fc.constantFrom(...saleStateSchema.options),
    sentAt: fc.option(instant, { nil: null }),
    minor,
    serviceId,
    as: fc.option(fc.constantFrom(...verdictSchema.options), { nil: null }),
    candidateId: serviceId,
  })
  .map(({ minor, as, candidateId, ...rest }) =>
    soldSample({
      ...rest,
      amount: { minor, currency: 'COP' },
      closing: as && { ...known, as, state: rest.state, at: morning, candidateId },
    }),
  )
const rowArbitrary = fc
  .record({ id: fc.integer({ min: 1, max: 12 }).map(String), at: instant, minor })
  .map(({ minor, ...rest }) => rowSample({ ...rest, amount: { minor, currency: 'COP' } }))
const sales = fc.uniqueArray(saleArbitrary, { selector: ({ id }) => id, maxLength: 10 })
const rows = fc.uniqueArray(rowArbitrary, { selector: ({ id }) => id, maxLength: 10 })

describe('whatever the journal and the list hold', () => {
  it('puts every record in exactly one line, and every sale in one at most', () => {
    fc.assert(
      fc.property(sales, rows, (sales, rows) => {
        const lines = matchSales(sales, rows)
        const shownRows = lines.flatMap(({ row }) => (row ? [row.id] : []))
        const shownSales = lines.flatMap(({ sale }) => (sale ? [sale.id] : []))
        expect(shownRows.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
        expect(new Set(shownSales).size).toBe(shownSales.length)
        const missing = sales.filter(({ id }) => !shownSales.includes(id))
        for (const { state, closing } of missing) {
          const isAbsent = ['PREPARED', 'NOT_SENT', 'DECLINED'].includes(state)
          expect(isAbsent || closing?.as === 'not-made').toBe(true)
        }
      }),
    )
  })

  it('pairs only what an identifier proves, or what is alike', () => {
    fc.assert(
      fc.property(sales, rows, (sales, rows) => {
        for (const { kind, sale, row, twin } of matchSales(sales, rows)) {
          if (kind === 'matched' || kind === 'differs') {
            expect([sale?.serviceId, sale?.closing?.candidateId]).toContain(row?.id)
          }
          if (kind === 'possible') {
            expect(sale?.amount).toEqual(row?.amount)
            expect(sale?.serviceId).toBeNull()
          }
          if (twin) expect(twin.amount).toEqual(row?.amount)
        }
      }),
    )
  })
})
