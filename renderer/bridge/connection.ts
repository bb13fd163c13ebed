import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { ConnectionState } from '../../shared/contract/connection.ts'
import { call, on } from './client.ts'

/** The connection as the main process tells it: profiles, reach, balance. Never judged here. */
export const useConnection = defineStore('connection', () => {
  const state = ref<ConnectionState>({
    profiles: [],
    activeId: null,
    token: 'missing',
    reach: 'unknown',
    error: null,
    lastAnswerAt: null,
    business: null,
    clockSkewMs: null,
  })
  const profile = computed(
    () => state.value.profiles.find((one) => one.id === state.value.activeId) ?? null,
  )

  /** Reads the state and keeps it current for the life of the window. */
  async function follow(): Promise<void> {
    on('connection.changed', (next) => {
      state.value = next
    })
    state.value = await call('connection.state', {})
  }

  return { state, profile, follow }
})
