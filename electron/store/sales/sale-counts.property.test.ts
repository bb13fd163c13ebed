import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { saleStateSchema, verdictSchema, type SaleState } from '../../../shared/domain/sale/sale.ts'
import { statusSchema } from '../../../shared/domain/sale/transaction.ts'
import { appError } from '../../../shared/errors.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { shownCount, undoneStates } from './sale-counts.ts'

const states = saleStateSchema.options
const profiles = ['p1', 'p2']

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('begin' as const, 'send' as const, 'crash' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...statusSchema.options) },
  { weight: 2, arbitrary: fc.constantFrom(...verdictSchema.options) },
)

const bareRow = z.object({
  product: z.string(),
  state: saleStateSchema,
  count: z.int(),
})
const idRow = z.object({ id: z.string() })

/** A journal that random evidence and random people move, one step a call. */
function world() {
  const { journal, db } = openMemoryJournal()
  let sold = 0

  function evidenceOf(what: string): SaleEvidence {
    if (what === 'send') return { kind: 'sending' }
    if (what === 'crash') return { kind: 'interrupted' }
    const status = statusSchema.parse(what)
    return { kind: 'found', transaction: transactionSample({ status }), skewMs: 0 }
  }

  function take(what: string, which: number): void {
    if (what === 'begin' || sold === 0) {
      sold += 1
      const id = `s${sold}`
      const profileId = profiles[which % 2] ?? 'p1'
      // Many at one moment, as a clock that is set back makes them.
      const about = { id, draftId: `d${sold}`, profileId, createdAt: which % 7 }
      journal.prepare(intentSample({ ...about, productId: `${which % 3}0` }))
      return
    }
    const record = journal.sale(`s${(which % sold) + 1}`)
    if (!record) throw new Error('no sale')
    const verdict = verdictSchema.safeParse(what)
    if (verdict.success) {
      const closing = { as: verdict.data, candidateId: null, reason: 'x', at: 9 }
      const whole = { ...closing, ...knownAtClosing(record) }
      const event = { kind: 'closed', at: 9, error: null, closing: whole } as const
      journal.advance(record, { facts: record, closing: whole }, event)
      return
    }
    const evidence = evidenceOf(what)
    const facts = nextSale(record, evidence, 1_000)
    if (!facts) return
    const found = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
    const error = which % 5 === 0 ? appError('CONNECTION_LOST') : facts.error
    const change = { facts: { ...facts, error }, ...found }
    journal.advance(record, change, { kind: 'lookup', at: 1_000, error: null })
  }

  return { journal, db, take }
}

it('counts as a bare sum of all sales does, after every commit, and lists what a bare sort does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(step, fc.nat(40)), { minLength: 5, maxLength: 60 }),
      fc.subarray([...states], { minLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      (steps, some, limit) => {
        const { journal, db, take } = world()
        for (const [what, which] of steps) {
          take(what, which)
          const profileId = profiles[which % 2] ?? 'p1'
          const bare = db.all(
            bareRow,
            `select product_id as product, shown_state as state, count(*) as count from sale
             where profile_id = ? group by 1, 2`,
            profileId,
          )
          const sum = (of: (row: z.output<typeof bareRow>) => boolean) =>
            bare.filter(of).reduce((total, { count }) => total + count, 0)
          const isSold = (state: SaleState) => !undoneStates.includes(state)
          const sold = journal.soldCounts(profileId)
          for (const { product } of bare) {
            const expected = sum((row) => row.product === product && isSold(row.state))
            expect(sold.get(product) ?? 0).toBe(expected)
            expect(journal.soldCount(profileId, product)).toBe(expected)
          }
          expect(shownCount(db, profileId)).toBe(sum(() => true))
          expect(shownCount(db, profileId, some)).toBe(sum(({ state }) => some.includes(state)))
        }
        const marks = some.map((state) => `'${state}'`).join(', ')
        const sorted = db.all(
          idRow,
          `select id from sale where profile_id = 'p1' and shown_state in (${marks})
           order by created_at desc, id desc`,
        )
        const listed: string[] = []
        for (let page = [''], after: string | undefined; page.length > 0;) {
          const found = journal.list('p1', { states: some, limit, after })
          expect(found.count).toBe(sorted.length)
          page = found.sales.map(({ id }) => id)
          listed.push(...page)
          after = page.at(-1)
        }
        expect(listed).toEqual(sorted.map(({ id }) => id))
        journal.close()
      },
    ),
    { numRuns: 15 },
  )
})
