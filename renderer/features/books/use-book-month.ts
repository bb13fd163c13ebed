import { ref } from 'vue'
import type { BookMonth } from '../../../shared/contract/accounting/books.ts'
import { reportKindSchema } from '../../../shared/domain/sale/transaction.ts'
import { addDays } from '../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { call } from '../../bridge/client.ts'
import { useToday } from '../../bridge/today.ts'
import { useAction, useAnswer } from '../../ui/action.ts'

/** The month that is looked at, last month first, and what is done with it. */
export function useBookMonth() {
  const { today } = useToday()
  const month = ref(addDays(monthOf(today.value).from, -1).slice(0, 7))

  const { answer: found, ...load } = useAnswer<BookMonth | null>(
    () => call('books.month', { month: month.value }),
    null,
    () => month.value,
  )

  function step(months: number): void {
    const { from, to } = monthOf(`${month.value}-01`)
    month.value = addDays(months > 0 ? to : from, months).slice(0, 7)
  }

  /** Brings what its reports lack, as the page of reports does. */
  const bring = useAction(async () => {
    const { from, to } = monthOf(`${month.value}-01`)
    const last = to < today.value ? to : today.value
    for (const kind of reportKindSchema.options) {
      await call('reports.gather', { kind, from, to: last, jobId: crypto.randomUUID() })
    }
    await load.run()
  })
  const close = useAction(async (reason: string) => {
    found.value = await call('books.close', { month: month.value, reason })
  })
  const reopen = useAction(async (reason: string) => {
    await call('books.reopen', { month: month.value, reason })
    await load.run()
  })

  return { today, month, found, load, step, bring, close, reopen }
}
