import { words, type Language } from '../../words/words.ts'
import type { TrailNotice } from './trail-mark.ts'

/** What a line of the trail says was done, in words; what has none stays as it was written. */
export function actionWords(action: string, language: Language): string {
  const key = `actions.done.${action}`
  return words.has(key) ? words.in(language)(key) : action
}

/** What it was done to, as far as it is a call: of `people.denied` what was asked for. Else as it was written. */
export function subjectWords<T extends string | null>(
  action: string,
  subject: T,
  language: Language,
): string | T {
  if (action !== 'people.denied' || subject === null) return subject
  // What leaves no line where it is done has words for having been asked for alone.
  const keys = [`actions.done.${subject}`, `actions.asked.${subject}`]
  const key = keys.find(words.has)
  return key === undefined ? subject : words.in(language)(key)
}

type Notice = Pick<TrailNotice, 'action' | 'subject' | 'detail'>

/** What was found about the trail, in a sentence: `{who}` saw it otherwise. */
export function noticeWords({ action, subject, detail }: Notice, language: Language): string {
  const say = words.in(language)
  if (action === 'journal.restored' && subject === null) return say('actions.found.journal.rebuilt')
  const isZ = detail?.startsWith('Z ') ?? false
  const who = isZ
    ? say('actions.seenBy.z', { number: detail?.split(' ')[1] ?? '' })
    : say('actions.seenBy.keyring')
  const seen = detail?.split(' ').at(-1) ?? ''
  return say(`actions.found.${action}`, { subject: subject ?? '', who, seen })
}
