import type { TrailEntry } from '../../../shared/contract/people.ts'

/** Words of i18n, and whether there are any. */
export interface Words {
  t: (key: string) => string
  te: (key: string) => boolean
}

/** Where what an entry says stands in i18n; `*` is what was written down, as the trail keeps it in every language. */
const subjects: Readonly<Record<string, string>> = { 'people.denied': 'trail.action.*' }
const details: Readonly<Record<string, string>> = {
  'people.created': 'people.role.*',
  'shift.payOut': 'shift.tender.*',
  'shift.setTender': 'shift.tender.*',
  'resolving.close': 'evidence.verdict.*',
}

/** What was done, to what, and what else is told of it, in words; what has none stays as it was written. */
export function trailWords(
  { action, subject, detail }: Pick<TrailEntry, 'action' | 'subject' | 'detail'>,
  { t, te }: Words,
): { what: string; subject: string | null; detail: string | null } {
  const said = (key: string, otherwise: string) => (te(key) ? t(key) : otherwise)
  const named = (where: string | undefined, text: string | null) =>
    text !== null && where ? said(where.replace('*', text.replaceAll('.', '_')), text) : text
  const what = said(`trail.action.${action.replaceAll('.', '_')}`, action)
  if (action === 'shift.move' && subject !== null) {
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
  return { what, subject: named(subjects[action], subject), detail: named(details[action], detail) }
}
