import type { TenderKind } from '../../../shared/domain/drawer/tender.ts'

/**
 * What of a sale's total is paid in one way, for SQL: the amount of what is paid first, the rest by the other, nothing
 * by a third (tenderParts of shared/domain/drawer/tender.ts). By what stands with the sale.
 */
export const paidWith = (kind: TenderKind) => `iif(first_tender = '${kind}', first_amount,
  iif(tender = '${kind}', total - ifnull(first_amount, 0), 0))`

/** The same of a row of `tender` beside its sale. */
export const saidWith = (kind: TenderKind, row = 'tender') => `iif(${row}.first_kind = '${kind}',
  ${row}.first_amount, iif(${row}.kind = '${kind}', total - ifnull(${row}.first_amount, 0), 0))`

/** Whether a row of `tender` pays some of its sale so. */
export const saysKind = (kind: TenderKind, row = 'tender') =>
  `(${row}.kind = '${kind}' or ${row}.first_kind = '${kind}')`

/** What the customer paid of a sale: all of it but what they owe. */
export const paidAtOnce = `(total - ${paidWith('credit')})`

/**
 * A sale of which some is owed, and of what was paid nothing is to be given back: what was made is paid first, and owed
 * only beyond that (partOwed of shared/domain/drawer/drawer.ts).
 */
export const givesNothingBack = `(direction = 'in' and ${paidWith('credit')} > 0
  and ${paidAtOnce} + iif(cash_outcome = 'partial', min(0, ifnull(balance_change, 0)), 0) <= 0)`
