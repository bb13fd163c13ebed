import type { TrailEntry } from '../../../shared/contract/people.ts'
import { actionWords, subjectWords } from '../../../shared/domain/people/trail-words.ts'
import { isTextKey, language, t } from '../../i18n/index.ts'

/** Where the detail of an entry stands in i18n; `*` is what was written down, as the trail keeps it in every language. */
const details: Readonly<Record<string, string>> = {
  'people.created': 'people.role.*',
  'shift.payOut': 'shift.tender.*',
  'shift.setTender': 'shift.tender.*',
  'shift.markSeen': 'shift.unseen.said.*',
  'resolving.close': 'evidence.verdict.*',
}

/** What was done, to what, and what else is told of it, in words; what has none stays as it was written. */
export function trailWords({
  action,
  subject,
  detail,
}: Pick<TrailEntry, 'action' | 'subject' | 'detail'>): {
  what: string
  subject: string | null
  detail: string | null
} {
  const said = (key: string, otherwise: string) => (isTextKey(key) ? t(key) : otherwise)
  const what = actionWords(action, language.value)
  if ((action === 'shift.move' || action === 'shift.take') && subject !== null) {
    const [direction = '', reason = ''] = subject.split(' ')
    const words = [
      said(`shift.move.${direction}`, direction),
      said(`shift.move.reason.${reason}`, reason),
    ]
    return { what, subject: words.join(' · '), detail }
  }
  if (action === 'claims.add' && detail !== null) {
    const [step = '', ...rest] = detail.split(': ')
    return { what, subject, detail: [said(`claims.did.${step}`, step), ...rest].join(': ') }
  }
  const key = detail === null ? undefined : details[action]?.replace('*', detail)
  return {
    what,
    subject: subjectWords(action, subject, language.value),
    detail: key === undefined ? detail : said(key, detail ?? ''),
  }
}
