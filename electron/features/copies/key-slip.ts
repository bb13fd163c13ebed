import type { CopyKey } from '../../../shared/contract/journal.ts'
import { businessLines } from '../../../shared/domain/receipt/receipt.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { slipSchema, type Slip } from '../../../shared/domain/receipt/slip.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { words, type Language } from '../../../shared/words/words.ts'

/** What opens the copies on one paper, for the owner's safe: the words in their order, and the same as a code. */
export function keySlip(
  key: CopyKey,
  { business, language, printedAt }: { business: Business; language: Language; printedAt: number },
): Slip {
  const say = words.in(language)
  return slipSchema.parse({
    title: say('slip.key.title'),
    lines: [
      ...businessLines(business, say),
      { kind: 'text', align: 'center', size: 'large', bold: true, text: say('slip.key.title') },
      { kind: 'text', text: say('slip.key.what') },
      { kind: 'rule' },
      ...key.words.map((word, index) => ({
        kind: 'row' as const,
        label: String(index + 1),
        value: word,
      })),
      { kind: 'rule' },
      { kind: 'qr', data: key.identity },
      {
        kind: 'text',
        align: 'center',
        size: 'small',
        text: say('slip.printed', { time: formatDateTime(printedAt, language) }),
      },
    ],
  })
}
