import type { RegisterBehind } from '../../../../shared/domain/report/registers.ts'
import { serviceLocal } from '../../../../shared/domain/time/dates.ts'
import type { Translate } from '../../../../shared/words/words.ts'

/** A register as a report over several names it. */
export const registerNamed = ({ code, name }: { code: string; name: string }): string =>
  `${code} · ${name}`

/** The number of a Z, of which each register has its own: `C2-0045`. */
export const zOfRegister = (code: string, number: number): string =>
  `${code}-${String(number).padStart(4, '0')}`

/** A moment as files have it: `2026-10-31 18:05`. */
export const momentSaid = (at: number): string => serviceLocal(at).slice(0, 16).replace('T', ' ')

/** So many are named; of more it is said how many. */
const mostNamed = 8

/** Which registers something may be missing of, a sentence each. */
export function behindWords(behind: readonly RegisterBehind[], say: Translate): string[] {
  const said = behind.slice(0, mostNamed).map(({ code, name, why, until }) => {
    const register = registerNamed({ code, name })
    if (why === 'behind' && until !== null)
      return say('workbook.registers.until', { register, until: momentSaid(until) })
    return say(`workbook.registers.why.${why}`, { register })
  })
  const more = behind.length - said.length
  return more > 0 ? [...said, say('workbook.registers.more', { more })] : said
}
