import type { Country } from '../money/money.ts'
import type { ChartLine } from './chart.ts'
import { bookRoleSchema, type BookRole } from './roles.ts'

/**
 * Accounts that are usual in a country, to begin a map with: shown as suggestions, and never used before the accountant
 * took them over. Colombia: the PUC's groups; Ecuador: the codes that small shops' programs come with.
 */
export const suggestedAccounts: Record<Country, readonly ChartLine[]> = {
  CO: lines({
    cash: '110505',
    safe: '110505',
    bank: '111005',
    wallet: '111095',
    credit: '130505',
    prepaid: '133005',
    provider: '138095',
    third: '281505',
    'cost-passed': '281505',
    unresolved: '281095',
    'in-process': '133095',
    refunds: '281095',
    payouts: '281095',
    income: '413595',
    'resale-cost': '613595',
    fee: '422595',
    'shop-sales': '413595',
    'commission-clearing': '138095',
    commission: '422505',
    'vat-generated': '240805',
    'vat-deductible': '240810',
    withholdings: '135515',
    'service-cost': '530595',
    surplus: '429595',
    shortage: '539595',
    'bad-debt': '519910',
    loads: '111095',
    elsewhere: '138095',
    movement: '519595',
    suspense: '281095',
    opening: '370505',
  }),
  EC: lines({
    cash: '1101010101',
    safe: '1101010102',
    bank: '1101020101',
    wallet: '1101020102',
    credit: '1102050101',
    prepaid: '1104040101',
    provider: '1102059901',
    third: '210901',
    'cost-passed': '210901',
    unresolved: '210902',
    'in-process': '1104040102',
    refunds: '210903',
    payouts: '210904',
    income: '410201',
    'resale-cost': '510101',
    fee: '410901',
    'shop-sales': '410201',
    'commission-clearing': '1102059902',
    commission: '410902',
    'vat-generated': '210701',
    'vat-deductible': '110501',
    withholdings: '110502',
    'service-cost': '520201',
    surplus: '430101',
    shortage: '520203',
    'bad-debt': '520202',
    loads: '1101020103',
    elsewhere: '1102059903',
    movement: '520204',
    suspense: '210905',
    opening: '3101',
  }),
}

function lines(accounts: Record<BookRole, string>): ChartLine[] {
  return bookRoleSchema.options.map((role) => {
    return { role, part: '', account: accounts[role], third: '', centre: '' }
  })
}
