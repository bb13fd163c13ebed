import { onScopeDispose, ref } from 'vue'
import type { BookMonth } from '../../../shared/contract/accounting/books.ts'
import { reportKindSchema } from '../../../shared/domain/sale/transaction.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { call, on } from '../../bridge/client.ts'
import { useAction, useAnswer } from '../../ui/action.ts'
import { useMonth } from './use-month.ts'

/** The month that is looked at and what is done with it. */
export function useBookMonth() {
  const { today, month, step } = useMonth()
  const { answer: found, ...load } = useAnswer<BookMonth | null>(
    () => call('books.month', { month: month.value }),
    null,
    () => month.value,
  )
  let job = ''
  /** How many days of what is being brought are there. */
  const brought = ref<{ done: number; total: number } | null>(null)
  // Also what another page began to bring, or this one before it was left.
  const stop = on('reports.progress', ({ jobId, phase, done, total }) => {
    if (jobId === job && phase === 'gather') brought.value = { done, total }
    if (phase === 'gather' && done === total && found.value?.close === null) void load.run()
  })
  onScopeDispose(stop)

  /** Brings what its reports lack, as the page of reports does. */
  const bring = useAction(async () => {
    const { from, to } = monthOf(`${month.value}-01`)
    const last = to < today.value ? to : today.value
    try {
      for (const kind of reportKindSchema.options) {
        job = crypto.randomUUID()
        await call('reports.gather', { kind, from, to: last, jobId: job })
      }
    } finally {
      job = ''
      brought.value = null
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

  return { today, month, found, load, step, bring, brought, close, reopen }
}
