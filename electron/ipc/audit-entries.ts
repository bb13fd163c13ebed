import { basename } from 'node:path'
import type { CallName, CallOutput, ParsedInput } from '../../shared/contract/index.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'

/** What the trail says a call was made to. Never a secret: no token, no PIN, no customer's data. */
export interface Said {
  subject?: string | null
  detail?: string | null
}

type AuditEntries = {
  [K in CallName]?: (input: ParsedInput<K>, output: CallOutput<K>) => Said
}

/** Calls that the trail tells of when they were done, beside those that write their own line. */
export const auditEntries: AuditEntries = {
  'business.set': (input) => ({ detail: Object.keys(input).join(', ') }),
  'claims.add': ({ saleId, step, caseNumber }) => ({
    subject: saleId,
    detail: [step, caseNumber].filter((one) => one).join(': '),
  }),
  'connection.save': ({ profile, token }) => ({
    subject: profile.name,
    detail: token === undefined ? profile.baseUrl : `${profile.baseUrl}, token`,
  }),
  'connection.use': ({ profileId }, { profiles }) => ({
    subject: profiles.find((one) => one.id === profileId)?.name ?? profileId,
  }),
  'connection.remove': ({ profileId }) => ({ subject: profileId }),
  'connection.setToken': (_, { profiles, activeId }) => ({
    subject: profiles.find((one) => one.id === activeId)?.name ?? null,
  }),
  'connection.useSandbox': ({ country }) => ({ subject: country }),
  'journal.acknowledge': () => ({}),
  'loading.start': ({ amount, reference }) => ({
    subject: reference,
    detail: `${amount.currency} ${decimalFromMinor(amount.minor)}`,
  }),
  'people.exportTrail': ({ path }, { rows }) => ({ subject: basename(path), detail: `${rows}` }),
  'products.forgetPayee': ({ payee, productId }) => ({ subject: payee, detail: productId }),
  'products.set': ({ productIds, direction, nature }) => ({
    subject: productIds.slice(0, 20).join(', '),
    detail: [direction, nature].filter((one) => one !== null && one !== undefined).join(', '),
  }),
  'receipts.openDrawer': () => ({}),
  'receipts.setPrinter': (input) => ({ detail: settingsSaid(input) }),
  'reports.export': ({ kind, from, to, path }, { rows }) => ({
    subject: basename(path),
    detail: `${kind} ${from} ${to}: ${rows}`,
  }),
  // The reason stands with the sale, where it can be erased: it may name a customer.
  'resolving.close': (_, sale) => ({ subject: sale.id, detail: sale.closing?.as ?? null }),
  'shift.open': (_, { shift }) => ({ subject: shift?.id ?? null }),
  'shift.move': ({ direction, reason, amount }) => ({
    subject: `${direction} ${reason}`,
    detail: `${amount.currency} ${decimalFromMinor(amount.minor)}`,
  }),
  'shift.count': (_, { shift }) => ({ subject: shift?.id ?? null }),
  'shift.close': (_, { shift, drawers }) => ({
    subject: `Z ${shift.number}`,
    detail: drawers
      .map(({ currency, difference }) => `${currency} ${decimalFromMinor(difference?.minor ?? 0)}`)
      .join(', '),
  }),
  'shift.payOut': ({ saleId, how }) => ({ subject: saleId, detail: how }),
  'shift.setTender': ({ saleId, tender }) => ({ subject: saleId, detail: tender.kind }),
  'settings.set': (input) => ({ detail: settingsSaid(input) }),
}

/** What was chosen, as far as it is a short plain value. */
function settingsSaid(change: object): string {
  return Object.entries(change)
    .map(([name, value]) => (typeof value === 'object' ? name : `${name}: ${String(value)}`))
    .join(', ')
}

/** What the trail says of a call that was done; null: nothing. */
export function saidOf<K extends CallName>(
  call: K,
  input: ParsedInput<K>,
  output: CallOutput<K>,
): Said | null {
  const say: ((input: ParsedInput<K>, output: CallOutput<K>) => Said) | undefined =
    auditEntries[call]
  return say?.(input, output) ?? null
}
