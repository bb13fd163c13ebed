import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { TopUp } from '../../../shared/domain/balance/topup.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { call, on } from '../../bridge/client.ts'
import { useConnection } from '../../bridge/connection.ts'
import { useLoad } from '../../ui/action.ts'

/** The top-up of the balance that the main process looks for, also while nobody looks at the page. */
export const useTopUps = defineStore('top-ups', () => {
  const connection = useConnection()
  const current = ref<TopUp | null>(null)
  let following = false

  const { busy, error, run } = useLoad(
    () => call('loading.state', {}),
    (state) => (current.value = state),
  )

  /** Reads it and keeps it current for the life of the window; what went wrong stands in `error`. */
  async function follow(): Promise<void> {
    if (!following) {
      following = true
      on('loading.changed', (next) => {
        if (next.profileId === connection.state.activeId) current.value = next
      })
      watch(() => connection.state.activeId, run)
    }
    await run()
  }

  /** Asks for a link; throws Failure. */
  async function start(amount: Money, reference: string): Promise<void> {
    current.value = await call('loading.start', { amount, reference })
  }

  async function look(): Promise<void> {
    current.value = await call('loading.look', {})
  }

  async function stop(): Promise<void> {
    current.value = await call('loading.stop', {})
  }

  async function openLink(): Promise<void> {
    await call('loading.openLink', {})
  }

  return { current, busy, error, follow, start, look, stop, openLink }
})
