import type { EventName } from '../shared/contract/index.ts'
import type { DecimalSign } from '../shared/domain/money/figures.ts'
import { loadSchema } from '../shared/domain/sale/load.ts'
import { saleSchema } from '../shared/domain/sale/sale.ts'
import { loadNotice } from './features/loading/notice.ts'
import { endingNotice, type Notice } from './features/selling/endings.ts'

const unlockToSee = {
  es: 'Desbloquee la caja para verlo.',
  en: 'Unlock the register to see it.',
} as const

/**
 * Tells the system of what ended by itself, as the cashier may be in another window: a sale that was left waiting, a
 * load. Others can read a screen: while nobody has signed in, only that it ended is told.
 */
export function createNotices(deps: {
  notify: (title: string, body: string) => void
  manner: () => { language: 'es' | 'en'; decimalSign: DecimalSign }
  isLocked: () => boolean
}): (name: EventName, payload: unknown) => void {
  function noticeOf(name: EventName, payload: unknown): Notice | null {
    if (name === 'selling.changed') {
      return endingNotice(saleSchema.parse(payload), Date.now(), deps.manner())
    }
    if (name === 'loading.changed') return loadNotice(loadSchema.parse(payload), deps.manner())
    return null
  }

  return (name, payload) => {
    const notice = noticeOf(name, payload)
    if (!notice) return
    deps.notify(notice.title, deps.isLocked() ? unlockToSee[deps.manner().language] : notice.body)
  }
}
