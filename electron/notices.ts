import { words, type Language } from '../shared/words/words.ts'
import type { EventName } from '../shared/contract/index.ts'
import type { DecimalSign } from '../shared/domain/money/figures.ts'
import { topUpSchema } from '../shared/domain/balance/topup.ts'
import { saleSchema } from '../shared/domain/sale/sale.ts'
import { topUpNotice } from './features/topup/notice.ts'
import { saleNotification, type SystemNotification } from './features/selling/sale-notifications.ts'

/**
 * Tells the system of what ended by itself, as the cashier may be in another window: a sale that was left waiting, a
 * load. Others can read a screen: while nobody has signed in, only that it ended is told.
 */
export function createNotices(deps: {
  notify: (title: string, body: string) => void
  formatting: () => { language: Language; decimalSign: DecimalSign }
  isLocked: () => boolean
}): (name: EventName, payload: unknown) => void {
  function noticeOf(name: EventName, payload: unknown): SystemNotification | null {
    if (name === 'selling.changed') {
      return saleNotification(saleSchema.parse(payload), Date.now(), deps.formatting())
    }
    if (name === 'loading.changed')
      return topUpNotice(topUpSchema.parse(payload), deps.formatting())
    return null
  }

  return (name, payload) => {
    const notice = noticeOf(name, payload)
    if (!notice) return
    deps.notify(
      notice.title,
      deps.isLocked() ? words.in(deps.formatting().language)('notices.unlockToSee') : notice.body,
    )
  }
}
