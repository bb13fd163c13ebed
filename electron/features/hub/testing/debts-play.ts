import { isDeepStrictEqual } from 'node:util'
import { knownAtClosing } from '../../../../shared/domain/sale/closing.ts'
import { closingSchema } from '../../../../shared/domain/sale/sale.ts'
import type { DebtEntry } from '../../../store/tables/debts.ts'
import { intentSample, transactionSample } from '../../../store/testing/journal-samples.ts'
import { numbersOf } from './hub-model.ts'
import { createSharedModel } from './shared-model.ts'
import { dropRegisters, joinedAt } from './shared-play.ts'

type Register = ReturnType<typeof joinedAt>
/** A journal, and the connection that is used there. */
type Till = Pick<Register, 'journal' | 'profile'>
type State = 'APPROVED' | 'REJECTED' | 'PARTIAL'
const cop = (minor: number) => ({ minor, currency: 'COP' })
/** Of a sale as it is sampled, and what of a part is made by its balances. */
export const sampled = { total: 520_000, part: 100_000 }

/** Sells to somebody on credit; how it ends is said by `end`. */
export function lend({ journal, profile }: Till, id: string, debtorId: string, at = 5) {
  const tender = { kind: 'credit', name: 'Rosa', debtorId } as const
  journal.prepare(intentSample({ id, draftId: id, createdAt: at, profileId: profile, tender }))
}

export function end({ journal }: Till, id: string, state: State): void {
  const record = journal.sale(id)
  if (!record) throw new Error('no sale')
  const transaction =
    state === 'PARTIAL' ? transactionSample({ newBalance: cop(9_900_000) }) : transactionSample()
  const said = { kind: 'lookup', at: 9, error: null } as const
  const facts = { ...record, state, settledAt: 9, nextLookAt: null } as const
  const after = journal.advance(record, { facts, transaction }, said)
  if (state !== 'PARTIAL' || !after) return
  const closing = { ...knownAtClosing(after), as: 'partial', at: 9, reason: 'x', candidateId: null }
  journal.advance(
    after,
    { facts: after, closing: closingSchema.parse(closing) },
    { ...said, kind: 'closed' },
  )
}

/** Writes a line by hand, as a payment does. */
export function write(
  { journal, profile }: Till,
  said: Pick<DebtEntry, 'id' | 'debtorId'> & { minor: number } & Partial<DebtEntry>,
): void {
  const { minor, ...line } = said
  const entry: DebtEntry = {
    ...{ profileId: profile, at: 20, kind: minor < 0 ? 'payment' : 'opening', how: null, via: '' },
    ...{ shift: null, note: '', cashier: 'Ana', amount: cop(minor), ...line },
  }
  journal.debts.addEntries([{ entry, movement: null }])
}

/** Everybody of the book at a register: by id, with what they owe and may owe; null: erased. */
export const bookOf = ({ journal }: Pick<Till, 'journal'>) =>
  journal.debts
    .everybody()
    .map(({ debtor, standings }) => ({
      id: debtor.id,
      name: debtor.isErased ? null : debtor.name,
      limit: debtor.limit?.minor ?? null,
      standings: standings.filter(({ owed, open, since }) => owed.minor || open.minor || since),
    }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** Three registers that lend, are paid and say things of people, whatever is lost, late, heard twice or of an older hub. */
export async function playDebts(seed: number): Promise<void> {
  const random = numbersOf(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const model = createSharedModel()
  const all = ['C1', 'C2', 'C3'].map((code) => joinedAt(model, code))
  /** What each is lent or paid in all, and what of it is open. */
  const owed = new Map<string, { owed: number; open: number }>()
  const erased = new Set<string>()
  const sales = new Map<string, { debtor: string; register: Register; made: number | null }>()
  const late: (() => void)[] = []
  let old = model.held()
  const count = (id: string, more: number, open: number) => {
    const was = owed.get(id) ?? { owed: 0, open: 0 }
    owed.set(id, { owed: was.owed + more, open: was.open + open })
  }
  for (let step = 0; step < 60; step += 1) {
    const register = all[pick(3)]
    if (!register) throw new Error('one of three')
    const { debts, personal } = register.journal
    const known = debts.everybody().map(({ debtor }) => debtor)
    const someone = known[pick(known.length)]
    const what = pick(14)
    if (what === 0 || !someone) debts.addDebtor({ name: `Rosa ${pick(3)}`, phone: '' }, step)
    else if (what < 4 && !someone.isErased) {
      const id = `s${step}`
      lend(register, id, someone.id, step + 1)
      sales.set(id, { debtor: someone.id, register, made: null })
      count(someone.id, 0, sampled.total)
    } else if (what < 6) {
      write(register, { id: `e${step}`, debtorId: someone.id, minor: pick(2) ? 70 : -30, at: step })
      count(someone.id, register.journal.debts.written(`e${step}`)?.amount.minor ?? 0, 0)
    } else if (what === 6) {
      const [id, sale] = [...sales].find(([, one]) => one.made === null) ?? []
      if (id && sale) {
        const state = (['APPROVED', 'REJECTED', 'PARTIAL'] as const)[pick(3)] ?? 'APPROVED'
        end(sale.register, id, state)
        sale.made = { APPROVED: sampled.total, REJECTED: 0, PARTIAL: sampled.part }[state]
        count(sale.debtor, sale.made, -sampled.total)
      }
    } else if (what === 7) {
      const [id, sale] = [...sales].find(([, one]) => (one.made ?? 0) > 0) ?? []
      if (id && sale) {
        sale.register.journal.shifts.tenders.add(id, { kind: 'cash', received: null }, step, null)
        count(sale.debtor, -(sale.made ?? 0), 0)
        sale.made = 0
      }
    } else if (what === 8 && pick(3) === 0) {
      const notes = [{ kind: 'debtor' as const, id: someone.id }]
      personal.ask({ sales: [], notes }, { at: step, why: 'request', by: null })
      erased.add(someone.id)
    } else if (what === 9 && !someone.isErased) {
      debts.changeDebtor({ ...someone, name: `Rosa ${pick(3)}`, limit: cop(pick(9)) })
    } else if (what >= 10) {
      const answer = await register.hear()
      if (pick(3) > 0) register.take(answer)
      else if (pick(2) === 0) late.push(() => register.take(answer))
    }
    if (pick(40) === 0) {
      // What is in its journal goes on as another register's.
      register.journal.outbox.leave()
      register.join(`C${10 + step}`)
    }
    if (pick(12) === 0) old = model.held()
    if (pick(25) === 0) model.goBackTo(old)
    if (pick(6) === 0) late.shift()?.()
  }
  for (const one of late) one()
  for (let round = 0; round < 8; round += 1) for (const register of all) await register.sync()
  const seen = all.map(bookOf)
  const meant = [...owed]
    .filter(([, of]) => of.owed || of.open)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const found = (seen[0] ?? []).flatMap(({ id, standings: [one] }) =>
    one?.owed.minor || one?.open.minor
      ? [[id, { owed: one.owed.minor, open: one.open.minor }]]
      : [],
  )
  const isSame = seen.every((one) => isDeepStrictEqual(one, seen[0]))
  const isErased = [...erased].every((id) =>
    seen.every((book) => book.find((one) => one.id === id)?.name === null),
  )
  const left = all.flatMap(({ changes }) => changes())
  dropRegisters()
  if (!isSame || !isErased || left.length > 0 || !isDeepStrictEqual(found, meant))
    throw new Error(
      `seed ${seed} ${String(isSame)} ${String(isErased)} ${left.length}\n${seen.map((one) => JSON.stringify(one)).join('\n')}\n${JSON.stringify(found)}\n${JSON.stringify(meant)}\n${JSON.stringify(left)}`,
    )
}
