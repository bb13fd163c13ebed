import type { TrailEntry } from '../../../shared/contract/people.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { minorFromDecimal, type Money } from '../../../shared/domain/money/money.ts'
import { actionWords, subjectWords } from '../../../shared/domain/people/trail-words.ts'
import { isLanguage, words } from '../../../shared/words/words.ts'
import { isTextKey, language, t } from '../../i18n/index.ts'

/** Where the detail of an entry stands in i18n; `*` is what was written down, as the trail keeps it in every language. */
const details: Readonly<Record<string, string>> = {
  'people.created': 'people.role.*',
  'shift.payOut': 'shift.tender.*',
  'shift.markSeen': 'shift.unseen.said.*',
  'resolving.close': 'evidence.verdict.*',
}

/** What each choice is called where it is made. */
const choices: Readonly<Record<keyof Settings, string>> = {
  language: 'settings.language',
  theme: 'settings.theme',
  decimalSign: 'settings.decimalSign',
  showCommission: 'settings.showCommission',
  tipUnit: 'settings.tipUnit',
  lockAfterMinutes: 'people.lockAfter',
  keepCustomersMonths: 'privacy.keep',
  shiftRequired: 'shift.settings.required',
  blindCount: 'shift.settings.blind',
  creditForCash: 'credit.settings.forCash',
  offerRecent: 'settings.offerRecent',
  sendByWhatsApp: 'settings.sendByWhatsApp',
  rechargeAmounts: 'settings.rechargeAmounts',
  transferVias: 'shift.settings.vias',
}

/** What can be chosen, as the choice says it. */
const chosen: Readonly<Record<string, string>> = {
  true: 'trail.on',
  false: 'trail.off',
  comma: 'settings.comma',
  point: 'settings.point',
  system: 'settings.themeSystem',
  light: 'settings.themeLight',
  dark: 'settings.themeDark',
  unknown: 'settings.tipUnknown',
  percent: 'settings.tipPercent',
  money: 'settings.tipMoney',
}

/** A change of settings (`blindCount: true, theme: dark`) as its pages name what was chosen. */
function choicesSaid(detail: string): string {
  const named = new Map(Object.entries(choices))
  return detail.replaceAll(/(\w+)(?:: (\w+))?/g, (all, name: string, value?: string) => {
    const label = named.get(name)
    if (label === undefined || !isTextKey(label)) return all
    // Nothing chosen has no name.
    if (value === undefined || value === 'null') return t(label)
    if (name === 'language' && isLanguage(value))
      return `${t(label)}: ${words.in(value)('language.name')}`
    const key = chosen[value]
    return `${t(label)}: ${key !== undefined && isTextKey(key) ? t(key) : value}`
  })
}

/** What the trail keeps in one way for every language (`COP 60000`), as the shop writes it. */
export function amountsSaid(text: string | null, say: (amount: Money) => string): string | null {
  const written = /\b(COP|USD) (-?\d+(?:\.\d{1,2})?)(?![\d.])/g
  return (
    text?.replaceAll(written, (all, currency: string, figure: string) => {
      const minor = minorFromDecimal(figure)
      return minor === null ? all : say({ minor, currency })
    }) ?? null
  )
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
  if (action === 'shift.setTender' && detail !== null) {
    const ways = detail.split(' + ').map((way) => {
      const [kind = '', ...amount] = way.split(' ')
      return [said(`shift.tender.${kind}`, kind), ...amount].join(' ')
    })
    return { what, subject, detail: ways.join(' + ') }
  }
  if (action === 'settings.set' && detail !== null) {
    return { what, subject, detail: choicesSaid(detail) }
  }
  const key = detail === null ? undefined : details[action]?.replace('*', detail)
  return {
    what,
    subject: subjectWords(action, subject, language.value),
    detail: key === undefined ? detail : said(key, detail ?? ''),
  }
}
