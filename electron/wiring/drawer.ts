import type { CatalogFeature } from '../features/catalog/catalog.ts'
import type { CallsOf, Handlers } from '../../shared/contract/index.ts'
import type { MayMoveCash } from '../../shared/domain/drawer/may-move-cash.ts'
import type { MayOwe } from '../../shared/domain/credit/may-owe.ts'
import { mayKnowDrawer } from '../../shared/domain/drawer/drawer.ts'
import { cashLimitsOf, noCashLimits } from '../../shared/domain/people/cash-limits.ts'
import type { Connection } from '../features/connection/connection.ts'
import { createCredit } from '../features/credit/credit.ts'
import { createMayOwe } from '../features/credit/may-owe.ts'
import { createDay } from '../features/day/day.ts'
import type { JournalMaintenance } from '../features/journal/journal.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import { createReceipts, type Receipts } from '../features/receipts/receipts.ts'
import { publicSale } from '../features/selling/public-sale.ts'
import { readBusiness } from '../features/settings/business.ts'
import { readSettings } from '../features/settings/index.ts'
import { createMayMoveCash } from '../features/shift/may-move-cash.ts'
import { createShift, type ShiftFeature } from '../features/shift/shift.ts'
import { readOtherRegisters } from '../store/hub/others-note.ts'
import type { AccountDeps, CommonDeps } from '../deps.ts'
import { paperStyle, type FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'

/** Paper for the sales that the journal holds, and for the slips of others. */
export function wireReceipts(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  here: AtRegister,
): Receipts {
  const { journal, settings } = common
  return createReceipts({
    ...common,
    system: environment.printing ?? null,
    openChat: environment.openChat ?? null,
    sale(id) {
      const record = journal.read()?.sale(id)
      return record ? publicSale(record) : null
    },
    tender: (id) => journal.read()?.shifts.tenders.ofSale(id) ?? null,
    mayKnowDrawer: () => mayKnowDrawer(readSettings(settings).blindCount, here.mayCloseOthers()),
    business: () => readBusiness(settings),
    formatting: () => readSettings(settings),
    cashier: here.cashierName,
    mustBeApproved: here.mustBeApproved,
  })
}

/** The drawer: who is at it, what stands in the account, and its paper. */
export function wireShift(
  account: AccountDeps,
  parts: {
    connection: Connection
    people: PeopleFeature
    here: AtRegister
    maintenance: JournalMaintenance
    receipts: Receipts
    mayOwe: MayOwe
  },
): ShiftFeature {
  const { connection, people, here, maintenance, receipts, mayOwe } = parts
  const { settings } = account
  return createShift({
    ...account,
    cashier: here.cashier,
    maySeeCommissions: here.maySeeCommissions,
    mayCloseOthers: here.mayCloseOthers,
    mayMarkSeen: here.mayMarkSeen,
    mayOwe,
    account: () => connection.state().business,
    settings: () => readSettings(settings),
    business: () => readBusiness(settings),
    figures: () => paperStyle(account)().figures,
    backup: () => maintenance.backup('shift'),
    printer: receipts.slips,
    trail: people.trail.standing,
  })
}

/** Whether a sale may go on credit. */
export function wireMayOwe(
  account: AccountDeps,
  here: AtRegister,
  catalog: Pick<CatalogFeature, 'storedForm'>,
): MayOwe {
  return createMayOwe({
    ...account,
    mayPassLimit: here.mayPassLimit,
    formOf: catalog.storedForm,
    isForCash: () => readSettings(account.settings).creditForCash,
    note: (action, said) => here.note(action, said),
  })
}

/** Whether the cash of a sale may be moved by who is here. */
export function wireMayMoveCash(
  account: AccountDeps,
  here: AtRegister,
  shift: ShiftFeature,
): MayMoveCash {
  return createMayMoveCash({
    limits() {
      const id = here.cashier()?.id
      const person = id === undefined ? null : account.journal.read()?.people.person(id)
      return person ? cashLimitsOf(person) : noCashLimits
    },
    inDrawer: shift.inDrawer,
    mayKnowDrawer: () =>
      mayKnowDrawer(readSettings(account.settings).blindCount, here.mayCloseOthers()),
    figures: () => paperStyle(account)().figures,
    note: (action, said) => here.note(action, said),
  })
}

/** Fiado: the book, its payments into the drawer, its paper. */
export function wireCredit(
  account: AccountDeps,
  {
    dataDir,
    here,
    receipts,
    shift,
  }: { dataDir: string; here: AtRegister; receipts: Receipts; shift: ShiftFeature },
): Handlers<CallsOf<'credit'>> {
  const { settings } = account
  return createCredit({
    ...account,
    cashier: here.cashierName,
    shift() {
      shift.mustBeOpen()
      return shift.currentId()
    },
    hiddenSince() {
      if (mayKnowDrawer(readSettings(settings).blindCount, here.mayCloseOthers())) return null
      const open = account.journal.read()?.shifts.open(account.profileId() ?? '') ?? []
      return open.length === 0 ? null : Math.min(...open.map(({ openedAt }) => openedAt))
    },
    settings: () => readSettings(settings),
    business: () => readBusiness(settings),
    figures: () => paperStyle(account)().figures,
    printer: receipts.slips,
    others: () => readOtherRegisters(dataDir),
    note: (action, said) => here.note(action, said),
  })
}

/** A day's paper, as who is at the register may know it: in a blind count the drawer is nobody's but the owner's. */
export function wireDay(account: AccountDeps, here: AtRegister, receipts: Receipts) {
  return createDay({
    ...account,
    printer: receipts.slips,
    style: paperStyle(account),
    maySeeCommissions: here.maySeeCommissions,
    mayKnowDrawer: () =>
      mayKnowDrawer(readSettings(account.settings).blindCount, here.mayCloseOthers()),
  })
}
