import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CallsOf, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { Statement } from '../../../shared/contract/accounting/credit.ts'
import type { OtherRegisters } from '../../../shared/domain/books/behind.ts'
import {
  numberOf,
  standingsOf,
  type CreditAccount,
  type DebtLine,
} from '../../../shared/domain/credit/debtor.ts'
import { sharesOf as lowered, type OwedThrough } from '../../../shared/domain/credit/shares.ts'
import type { FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { amountSaid, type AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import { isTestProfile } from '../../../shared/domain/identity/test-profile.ts'
import { oneLine } from '../../../shared/domain/text/one-line.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { AccountDeps } from '../../deps.ts'
import type { DebtEntry } from '../../store/tables/debts.ts'
import { accountOf, debtsOf } from './may-owe.ts'
import { statementSlip } from './statement-slip.ts'

export interface CreditDeps extends Pick<AccountDeps, 'journal' | 'profileId' | 'emit' | 'now'> {
  /** The name of who is at the register; null: one person alone. */
  cashier: () => string | null
  /** The open shift of who is at the register. @throws Failure SHIFT_NOT_OPEN where the owner wants one */
  shift: () => string | null
  /**
   * Since when (epoch ms) nothing of the book is told to who is at the register, as it would say what lies in a drawer that
   * they count blindly; null: all of it is.
   */
  hiddenSince: () => number | null
  /** Writes a line of the trail in the name of who is at the register. */
  note: (action: 'credit.aboveOwed', said: AuditLine) => void
  /** What the database behind the registers last told of the others; null: nothing. */
  others: () => OtherRegisters | null
  settings: () => { language: Language }
  business: () => Business
  figures: () => FigureStyle
  printer: SlipPrinter
  newId?: () => string
}

/** Fiado: see shared/contract/accounting/credit.ts. */
export function createCredit(deps: CreditDeps): Handlers<CallsOf<'credit'>> {
  const { printer } = deps
  const slip = (id: string) => {
    const { settings, business, figures, now } = deps
    const format = { business: business(), language: settings().language, ...figures() }
    const told = statement(deps, id)
    const own = told.isShared ? (deps.journal.read()?.outbox.stream() ?? null) : null
    return statementSlip(told, { ...format, register: own && registerCalled(own) }, now())
  }
  return {
    'credit.find': async ({ text, limit }) =>
      debtsOf(deps)
        .find(text, limit)
        .map((account) => toldOf(deps, account)),
    'credit.owing': async () => owing(deps),
    'credit.statement': async ({ debtorId }) => statement(deps, debtorId),
    'credit.add': async (said) => {
      const { id } = deps.journal.write().debts.addDebtor(said, deps.now())
      deps.emit('credit.changed', {})
      return toldOf(deps, accountOf(deps, id))
    },
    'credit.change': async (said) => change(deps, said),
    'credit.pay': async (paid) => pay(deps, paid),
    'credit.adjust': async ({ direction, amount, ...said }) => {
      const minor = direction === 'more' ? amount.minor : -amount.minor
      return write(deps, { ...said, note: said.reason, amount: { ...amount, minor } })
    },
    'credit.writeOff': async ({ amount, ...said }) =>
      write(deps, {
        ...said,
        kind: 'write-off',
        note: said.reason,
        amount: { ...amount, minor: -amount.minor },
      }),
    'credit.print': async ({ debtorId }) => printer.print(slip(debtorId)),
    'credit.savePdf': async ({ debtorId, path }) => {
      await printer.savePdf(slip(debtorId), path)
      return {}
    },
  }
}

/** Said of an account where other registers sell to them, too. */
function shared(deps: CreditDeps): { isShared?: true } {
  const isOne = (deps.journal.read()?.outbox.stream() ?? null) === null
  return isOne || isTestProfile(deps.profileId()) ? {} : { isShared: true }
}

function statement(deps: CreditDeps, id: string): Statement {
  const lines = debtsOf(deps).lines(id)
  const until = deps.hiddenSince()
  const shown = until === null ? lines : lines.filter(({ at }) => at < until)
  return { ...toldOf(deps, accountOf(deps, id)), lines: named(deps, shown) }
}

/** Where a line was written as people call it, as far as the database told of it. */
function named(deps: CreditDeps, lines: readonly DebtLine[]): DebtLine[] {
  if (!lines.some(({ register }) => register !== undefined)) return [...lines]
  const known = new Map(deps.others()?.registers.map((one) => [one.code, registerCalled(one)]))
  return lines.map(({ register, ...line }) =>
    register === undefined ? line : { ...line, register: known.get(register) ?? register },
  )
}

const registerCalled = ({ code, name }: { code: string; name: string }) =>
  [code, oneLine(name)].filter(Boolean).join(' · ')

/** Everybody who owes or is owed something; of a drawer that is counted blindly as it stood when it was opened. */
function owing(deps: CreditDeps): CreditAccount[] {
  const until = deps.hiddenSince()
  const debts = debtsOf(deps)
  if (until === null) return debts.owing().map((account) => ({ ...account, ...shared(deps) }))
  // Of most nothing came since: only those of whom something did are asked line by line.
  const changed = debts.changedSince(until)
  return debts
    .everybody()
    .map((account) => (changed.has(account.debtor.id) ? toldOf(deps, account) : at(until, account)))
    .filter(({ standings }) => standings.some(({ owed }) => owed.minor !== 0))
    .map((account) => ({ ...account, ...shared(deps) }))
}

/** An account of which no line is newer, as it stood then: what of it is open was not owed. */
function at(until: number, { debtor, standings }: CreditAccount): CreditAccount {
  const then = standings
    .filter(({ owed, since, open }) => owed.minor !== 0 || since !== null || open.minor === 0)
    .map((one) => ({ ...one, open: { ...one.open, minor: 0 } }))
  return { debtor, standings: then, until }
}

/** An account as who is at the register may know it. */
function toldOf(deps: CreditDeps, account: CreditAccount): CreditAccount {
  const until = deps.hiddenSince()
  if (until === null) return { ...account, ...shared(deps) }
  const { debtor } = account
  const lines = debtsOf(deps).lines(debtor.id)
  return {
    debtor,
    standings: standingsOf(
      lines.filter(({ at }) => at < until),
      [],
    ),
    ...shared(deps),
    until,
  }
}

function change(deps: CreditDeps, said: ParsedInput<'credit.change'>): Statement {
  const { debtorId: id, name, phone, limit } = said
  if (accountOf(deps, id).debtor.isErased) throw new Failure('DEBTOR_NOT_FOUND')
  deps.journal.write().debts.changeDebtor({ id, name, phone, limit })
  deps.emit('credit.changed', {})
  return statement(deps, id)
}

function pay(deps: CreditDeps, paid: ParsedInput<'credit.pay'>): Statement {
  const { amount, how, via, note, entryId, debtorId } = paid
  const shift = deps.shift()
  return write(deps, {
    ...{ entryId, debtorId, kind: 'payment' as const, note, how, shift },
    via: how === 'transfer' ? via : '',
    amount: { ...amount, minor: -amount.minor },
  })
}

type Written = Pick<DebtEntry, 'debtorId' | 'kind' | 'amount' | 'note'> &
  Partial<Pick<DebtEntry, 'how' | 'via' | 'shift'>> & { entryId: string }

/**
 * Writes a line once; nobody comes to owe less than nothing by it. What is refused for that leaves a line in the trail: by
 * trying amounts one comes to know what is owed.
 */
function write(deps: CreditDeps, written: Written): Statement {
  const { entryId: id, debtorId, kind, amount, note } = written
  const { how = null, via = '', shift = null } = written
  const { debtor, standings } = accountOf(deps, debtorId)
  const { debts } = deps.journal.write()
  const before = debts.written(id)
  const same = { debtorId, kind, amount, how, via }
  if (before && !isDeepStrictEqual(before, same)) throw new Failure('ENTRY_WRITTEN')
  if (!before) {
    const owed = standings.find((one) => one.owed.currency === amount.currency)?.owed.minor ?? 0
    if (amount.minor < 0 && owed + amount.minor < 0) {
      const taken = amountSaid({ ...amount, minor: -amount.minor })
      deps.note('credit.aboveOwed', { subject: `N.º ${numberOf(debtor)}`, detail: taken })
      throw new Failure('BAD_INPUT', { where: 'amount' })
    }
    const at = deps.now()
    const cashier = deps.cashier()
    const entry = { debtorId, at, kind, how, via, shift, note, cashier }
    const newId = deps.newId ?? randomUUID
    const moved = (paid: Money) =>
      how === 'cash' && shift !== null
        ? {
            ...{ id: newId(), shiftId: shift, at, cashier, amount: paid },
            ...{ direction: 'in' as const, reason: 'credit' as const, note: debtor.name },
          }
        : null
    debts.addEntries(
      sharesOf(deps, debtorId, amount).map(({ profileId, minor }, place) => ({
        entry: {
          ...{ ...entry, profileId, amount: { ...amount, minor } },
          ...(place === 0 ? { id } : { id: newId(), partOf: id }),
        },
        movement: moved({ ...amount, minor: -minor }),
      })),
    )
    deps.emit('credit.changed', {})
    if (shift !== null) deps.emit('shift.changed', {})
  }
  return statement(deps, debtorId)
}

/** In whose books an amount stands: what lowers a debt in those of the sales that it is of. */
function sharesOf(deps: CreditDeps, debtorId: string, { minor, currency }: Money): OwedThrough[] {
  const inUse = profileInUse(deps)
  if (minor > 0) return [{ profileId: inUse, minor }]
  // What is owed through a connection that is not here stands in the books of the one in use.
  const owed = Map.groupBy(
    debtsOf(deps).owedThrough(debtorId, currency),
    (one) => one.profileId || inUse,
  )
  const through = [...owed].map(([profileId, of]) => ({
    profileId,
    minor: of.reduce((sum, one) => sum + one.minor, 0),
  }))
  return lowered(-minor, through, inUse).map((share) => ({
    ...share,
    minor: -share.minor,
  }))
}

function profileInUse({ profileId }: CreditDeps): string {
  const id = profileId()
  if (id === null) throw new Failure('NO_PROFILE')
  return id
}
