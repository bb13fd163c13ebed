import { byText } from '../../../../shared/domain/books/voucher.ts'
import { oneLine } from '../../../../shared/domain/text/one-line.ts'
import { decimals, describe, withLines, type EntryFormat } from './format.ts'

/** A text journal that hledger, ledger and others read. */
export const hledger: EntryFormat = {
  ending: '.journal',
  async files(entries, facts) {
    const vouchers = withLines(entries)
    const accounts = new Set(
      vouchers.flatMap(({ lines }) => lines.map((line) => named(line.account))),
    )
    const currencies = new Set(vouchers.map(({ currency }) => currency))
    const head = [
      `; Mostrador ${facts.month}`,
      ...[...currencies]
        .toSorted(byText)
        .map((one) => `commodity ${commodity(one)}\n  format ${commodity(one)} 1000.00`),
      ...[...accounts].toSorted(byText).map((one) => `account ${one}`),
    ]
    const body = vouchers.map((voucher) => {
      const lines = voucher.lines.map(({ account, side, minor, third, centre, role, part }) => {
        const sign = side === 'debit' ? '' : '-'
        const tags = [`${role} ${part}`.trim(), third, centre].filter(Boolean).map(plain).join(', ')
        return `    ${named(account)}  ${commodity(voucher.currency)} ${sign}${decimals(minor)}  ; ${tags}`
      })
      return [`${voucher.day} * (${voucher.id}) ${plain(describe(voucher, facts))}`, ...lines].join(
        '\n',
      )
    })
    return [Buffer.from(`${[...head, '', ...body.flatMap((one) => [one, ''])].join('\n')}`)]
  },
}

/**
 * Words that end no field of a line, and that a journal does not obey: in a comment a date in brackets, or after a colon,
 * would be that of the line.
 */
const plain = (text: string) =>
  oneLine(text)
    .replace(/[\s;|[\]:]+/g, ' ')
    .trim()
/** A currency as the journal may name one: the service may call it anything. */
const commodity = (currency: string) =>
  /^[A-Za-z]+$/.test(currency) ? currency : `"${oneLine(currency).replaceAll(/[";]/g, '')}"`
/** An account as the journal may name one: two spaces end it, some signs begin something else, or say that it is cleared. */
const named = (account: string) =>
  oneLine(account)
    .replace(/[;()[\]{}"=@|\s]+/g, ' ')
    .replace(/^[\s*!]+/, '')
    .trim() || '_'
