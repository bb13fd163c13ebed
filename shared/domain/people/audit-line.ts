import type { Tender } from '../drawer/tender.ts'
import { decimalFromMinor, type Money } from '../money/money.ts'

/** What the trail says a call was made to. Never a secret: no token, no PIN, no customer's data. */
export interface AuditLine {
  subject?: string | null
  detail?: string | null
}

/** What was chosen, as far as it is a short plain value. */
export function changeSaid(change: object): string {
  return Object.entries(change)
    .map(([name, value]) => (typeof value === 'object' ? name : `${name}: ${String(value)}`))
    .join(', ')
}

/** The name of a file at the end of a path, of any system. */
export function fileSaid(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

/** An amount as the trail keeps it in every language. */
export function amountSaid({ currency, minor }: Money): string {
  return `${currency} ${decimalFromMinor(minor)}`
}

/** How a sale was paid as the trail keeps it in every language: `transfer COP 49 + cash`. */
export function tenderAudited(tender: Tender): string {
  const { kind, first } = tender
  return first ? `${first.kind} ${amountSaid(first.amount)} + ${kind}` : kind
}
