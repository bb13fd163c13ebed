import type { z } from 'zod'
import { booksCalls } from './accounting/books.ts'
import { creditCalls, creditEvents } from './accounting/credit.ts'
import { registersCalls, registersEvents } from './accounting/registers.ts'
import { typedEntriesCalls } from './accounting/typed-entries.ts'
import { catalogCalls, catalogEvents } from './catalog.ts'
import { claimsCalls, claimsEvents } from './claims.ts'
import { connectionCalls, connectionEvents } from './connection.ts'
import { dayCalls } from './day.ts'
import { filesCalls } from './files.ts'
import { branchesCalls } from './upkeep/branches.ts'
import { healthCalls } from './upkeep/health.ts'
import { copiesCalls, copiesEvents, journalCalls, journalEvents } from './journal.ts'
import { hubCalls, hubEvents } from './upkeep/hub.ts'
import { monthlyCalls, monthlyEvents } from './upkeep/monthly.ts'
import { peopleCalls, peopleEvents } from './people.ts'
import { topUpCalls, topUpEvents } from './topup.ts'
import { privacyCalls, privacyEvents } from './privacy.ts'
import { productsCalls, productsEvents } from './products.ts'
import { receiptsCalls, receiptsEvents } from './receipts.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { reportsCalls, reportsEvents } from './reports.ts'
import { resolvingCalls } from './resolving.ts'
import { sellingCalls, sellingEvents } from './selling.ts'
import { settingsCalls, settingsEvents, updatesCalls, updatesEvents } from './settings.ts'
import { shiftCalls, shiftEvents } from './shift.ts'

/** Every call there is: the allow-list of the bridge. */
export const calls = {
  ...connectionCalls,
  ...catalogCalls,
  ...sellingCalls,
  ...dayCalls,
  ...resolvingCalls,
  ...reconciliationCalls,
  ...journalCalls,
  ...copiesCalls,
  ...reportsCalls,
  ...topUpCalls,
  ...productsCalls,
  ...peopleCalls,
  ...claimsCalls,
  ...privacyCalls,
  ...receiptsCalls,
  ...shiftCalls,
  ...settingsCalls,
  ...updatesCalls,
  ...filesCalls,
  ...healthCalls,
  ...monthlyCalls,
  ...hubCalls,
  ...branchesCalls,
  ...booksCalls,
  ...creditCalls,
  ...typedEntriesCalls,
  ...registersCalls,
}

/** Every event there is. */
export const events = {
  ...connectionEvents,
  ...catalogEvents,
  ...sellingEvents,
  ...journalEvents,
  ...copiesEvents,
  ...reportsEvents,
  ...topUpEvents,
  ...productsEvents,
  ...peopleEvents,
  ...claimsEvents,
  ...privacyEvents,
  ...receiptsEvents,
  ...shiftEvents,
  ...settingsEvents,
  ...updatesEvents,
  ...monthlyEvents,
  ...hubEvents,
  ...creditEvents,
  ...registersEvents,
}

export type CallName = keyof typeof calls
export type EventName = keyof typeof events

export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name)
}

export const callNames: readonly CallName[] = Object.keys(calls).filter(isCallName)

/** What a caller passes. */
export type CallInput<K extends CallName> = z.input<(typeof calls)[K]['input']>
/** What a handler receives: parsed, defaults filled. */
export type ParsedInput<K extends CallName> = z.output<(typeof calls)[K]['input']>
/** What a call answers. */
export type CallOutput<K extends CallName> = z.output<(typeof calls)[K]['output']>
/** What an event carries. */
export type EventPayload<K extends EventName> = z.output<(typeof events)[K]['payload']>

/** The handlers of some calls; all of them together make the router's table. */
export type Handlers<K extends CallName = CallName> = {
  [N in K]: (input: ParsedInput<N>) => Promise<CallOutput<N>>
}

/** One handler for each of some calls. */
export function handleEach<K extends CallName, H>(names: readonly K[], handler: H): Record<K, H> {
  const isWhole = (table: Record<string, H>): table is Record<K, H> =>
    names.every((name) => name in table)
  const table = Object.fromEntries(names.map((name) => [name, handler]))
  if (!isWhole(table)) throw new TypeError('a handler is missing')
  return table
}

/** Tells every window of an event. */
export type Emit = <K extends EventName>(name: K, payload: EventPayload<K>) => void

/** Calls of one feature by prefix, e.g. CallsOf<'catalog'>. */
export type CallsOf<P extends string> = Extract<CallName, `${P}.${string}`>

/** Their names. */
export function callsOf<P extends string>(...prefixes: readonly P[]): CallsOf<P>[] {
  const isOfThem = (name: CallName): name is CallsOf<P> =>
    prefixes.some((prefix) => name.startsWith(`${prefix}.`))
  return callNames.filter(isOfThem)
}
