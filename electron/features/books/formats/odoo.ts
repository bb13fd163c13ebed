import { csvText } from '../../../../shared/domain/text/csv-text.ts'
import { byCurrency, decimals, describe, type EntryFormat } from './format.ts'

const columns = [
  ...['id', 'journal_id', 'date', 'ref'],
  ...['line_ids/account_id', 'line_ids/name', 'line_ids/debit', 'line_ids/credit'],
]

/**
 * Odoo's import of journal entries (account.move): what a voucher is stands in its first row. The External ID is the
 * voucher's number, so that what is imported again updates it and nothing is doubled. One file a currency.
 */
export const odoo: EntryFormat = {
  ending: '.csv',
  async files(entries, facts) {
    return byCurrency(entries).map(([, vouchers]) => {
      const rows = vouchers.flatMap((voucher) =>
        voucher.lines.map(({ account, side, minor, third, role, part }, at) => {
          const head = [`mostrador.${voucher.id}`, facts.chart.journal, voucher.day, voucher.id]
          const name = [describe(voucher, facts), facts.say(`books.role.${role}`), part, third]
          return [
            ...(at === 0 ? head : head.map(() => '')),
            account,
            name.filter(Boolean).join(' · '),
            decimals(side === 'debit' ? minor : 0),
            decimals(side === 'credit' ? minor : 0),
          ]
        }),
      )
      const lines = [columns, ...rows].map((row) => row.map((text) => csvText(text, ',')).join(','))
      return Buffer.from(`${lines.join('\r\n')}\r\n`)
    })
  },
}
