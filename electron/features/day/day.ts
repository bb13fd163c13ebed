import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Slip, SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { AccountDeps } from '../../deps.ts'
import { daySlip } from './day-slip.ts'

/** What a day's paper needs of the rest of the house. */
export interface DayDeps extends Pick<AccountDeps, 'journal' | 'profileId' | 'now'> {
  printer: SlipPrinter
  style: () => { business: Business; language: Language; figures: FigureStyle }
  maySeeCommissions: () => boolean
  /** Whether who is at the register may know what lies in the drawer. */
  mayKnowDrawer: () => boolean
}

/** The day on one paper: see shared/contract/day.ts. */
export function createDay(deps: DayDeps): Handlers<CallsOf<'day'>> {
  const { journal, profileId, now, printer, style } = deps

  function slipOf(day: string): Slip {
    const reader = journal.read()
    const profile = profileId() ?? ''
    const { start, end } = serviceDayBounds(day)
    const earned = deps.maySeeCommissions() ? (reader?.earned(profile, start, end) ?? []) : null
    const facts = {
      day,
      groups: reader?.dayGroups(profile, day) ?? [],
      earned,
      tellsTenders: deps.mayKnowDrawer(),
      shopSales: (reader?.bookFacts.movements(profile, start, end) ?? []).filter(
        ({ reason }) => reason === 'shop-sales',
      ),
      printedAt: now(),
    }
    return daySlip(facts, style())
  }

  return {
    'day.slip': async ({ day }) => slipOf(day),
    'day.print': ({ day }) => printer.print(slipOf(day)),
    async 'day.savePdf'({ day, path }) {
      await printer.savePdf(slipOf(day), path)
      return {}
    },
  }
}
