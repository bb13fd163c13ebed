import type { Statement } from '../../../shared/contract/accounting/credit.ts'
import { calledAs, type DebtLine } from '../../../shared/domain/credit/debtor.ts'
import { formatMoney, type FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { slipSchema, type Slip, type SlipDraft } from '../../../shared/domain/receipt/slip.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { words, type Language } from '../../../shared/words/words.ts'

type Line = SlipDraft['lines'][number]

/** Somebody's account on paper: each line with its day, and where it was written; then what is owed. */
export function statementSlip(
  { debtor, standings, lines, until }: Statement,
  format: FigureStyle & {
    language: Language
    business: Business
    /** How this register is called where others sell to them, too; null: it is the only one. */
    register: string | null
  },
  printedAt: number,
): Slip {
  const say = words.in(format.language)
  const time = (at: number) => formatDateTime(at, format.language)
  const { register: here } = format
  const { name, taxId, taxIdKind } = format.business
  const shop = [name, taxId && `${taxIdKind} ${taxId}`].filter(Boolean)
  const what = ({ kind, text, how }: DebtLine) =>
    kind === 'sale'
      ? text
      : kind === 'corrected'
        ? `${say('slip.debt.corrected')}: ${text}`
        : [say(`slip.debt.${kind}`), how && say(`slip.tender.${how}`)].filter(Boolean).join(', ')
  const title = say('slip.statement', { name: calledAs(debtor) })
  return slipSchema.parse({
    title,
    lines: [
      ...shop.map((text): Line => ({ kind: 'text', align: 'center', text })),
      { kind: 'text', align: 'center', size: 'large', bold: true, text: title },
      ...(here === null
        ? []
        : [{ kind: 'row' as const, label: say('slip.register'), value: here }]),
      { kind: 'rule' },
      ...lines.map((line): Line => ({
        kind: 'row',
        label: what(line),
        value: formatMoney(line.amount, format),
        note: [time(line.at), line.register ?? here].filter(Boolean).join(' · '),
      })),
      { kind: 'rule' },
      ...standings.flatMap(({ owed, open }): Line[] => [
        { kind: 'total', label: say('slip.owes'), value: formatMoney(owed, format) },
        ...(open.minor === 0
          ? []
          : [
              {
                kind: 'row' as const,
                label: say('slip.owesOpen'),
                value: formatMoney(open, format),
              },
            ]),
      ]),
      ...(until === undefined
        ? []
        : [{ kind: 'text' as const, text: say('slip.owesUntil', { time: time(until) }) }]),
      ...(here === null ? [] : [{ kind: 'text' as const, text: say('slip.owesShared') }]),
      {
        kind: 'text',
        size: 'small',
        align: 'center',
        text: say('slip.printed', { time: time(printedAt) }),
      },
    ],
  })
}
