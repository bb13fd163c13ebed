import { inject, provide, type InjectionKey } from 'vue'
import { t } from '../i18n/index.ts'
import type { Language } from '../../shared/words/words.ts'
import {
  formatClock,
  formatDateTime,
  formatDay,
  formatLocal,
  formatShortDay,
  formatTime,
} from '../../shared/domain/time/dates.ts'
import type { DayRange } from '../../shared/domain/time/range.ts'
import {
  formatCount,
  formatSize,
  formatFigure,
  formatMoney,
  formatNamedMoney,
  groupReference,
  type FigureStyle,
} from '../../shared/domain/money/figures.ts'
import { maskReference } from '../../shared/domain/privacy/mask.ts'
import type { Money } from '../../shared/domain/money/money.ts'
import { formatPhone } from '../../shared/domain/identity/phone.ts'

/** How this shop writes money and dates. */
export type Formatting = FigureStyle & { language: Language }

const key: InjectionKey<() => Formatting> = Symbol('formats')

/** Says once, at the root, how everything below is written; read again whenever it changes. */
export function provideFormats(formatting: () => Formatting): void {
  provide(key, formatting)
}

/** Money and dates in words, as the shop's country and language write them. */
export function useFormats() {
  const formatting = inject(key)
  if (!formatting) throw new Error('formats are provided by App.vue')
  /**
   * A day as a sentence says it: `31 de octubre de 2026`; without its year where another day beside it says that, and in
   * Spanish without its month.
   */
  const longDay = (day: string, beside = ''): string => {
    const { language } = formatting()
    if (language === 'es' && beside.startsWith(day.slice(0, 7))) return String(Number(day.slice(8)))
    // In one order everywhere: the day before the month.
    return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
      ...(beside.startsWith(day.slice(0, 4)) ? {} : { year: 'numeric' }),
    }).format(new Date(`${day}T00:00:00Z`))
  }

  return {
    formatting,
    /** With the currency: `$ 5.000`. */
    money: (amount: Money) => formatMoney(amount, formatting()),
    /** With its currency by name, where another stands beside: `COP 5.000`. */
    named: (amount: Money) => formatNamedMoney(amount, formatting()),
    /** Without it, for columns whose head names the currency. */
    figure: (amount: Money) => formatFigure(amount, formatting()),
    /** What a sale was made to, grouped to be read aloud: a phone as the country's, else in fours. */
    reference: (sale: { reference: string; phone: string | null }) =>
      sale.reference === sale.phone
        ? formatPhone(sale.reference, formatting().country)
        : groupReference(sale.reference),
    /** The same where others may look on: its end alone, enough to tell one customer from the next. */
    masked: (sale: { reference: string }) => maskReference(sale.reference),
    /** A phone grouped as the country's. */
    phone: (phone: string) => formatPhone(phone, formatting().country),
    /** A whole number grouped as money is: `25.000`. */
    count: (count: number) => formatCount(count, formatting()),
    /** So many bytes: `45 MB`, `1,2 GB`. */
    size: (bytes: number) => formatSize(bytes, formatting()),
    /** `sáb 21 nov 2026, 3:04 p. m.` of epoch ms. */
    dateTime: (at: number) => formatDateTime(at, formatting().language),
    /** `3:04 p. m.` of epoch ms. */
    time: (at: number) => formatTime(at, formatting().language),
    /** `sáb 21 nov 2026` of `YYYY-MM-DD`. */
    day: (day: string) => formatDay(day, formatting().language),
    /** `21 nov` of a day, `nov 2026` of a month. */
    shortDay: (day: string) => formatShortDay(day, formatting().language),
    /** A month (`YYYY-MM`) whole, as a sentence says it: `octubre de 2026`. */
    longMonth: (month: string) =>
      new Intl.DateTimeFormat(formatting().language, {
        ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
      }).format(new Date(`${month}-01T00:00:00Z`)),
    longDay,
    /** Days as a sentence says them: `Del 1 al 28 de noviembre de 2026`. */
    longRange: ({ from, to }: DayRange) =>
      from === to
        ? t('common.period.day', { day: longDay(from) })
        : t('common.period.days', { from: longDay(from, to), to: longDay(to) }),
    /** `1 nov – 14 nov`; one day by itself. */
    shortRange: ({ from, to }: DayRange) =>
      [...new Set([from, to])].map((day) => formatShortDay(day, formatting().language)).join(' – '),
    /** Its hour alone. */
    clock: (local: string) => formatClock(local, formatting().language),
    /** A wall-clock text of the service in words. */
    local: (local: string) => formatLocal(local, formatting().language),
  }
}
