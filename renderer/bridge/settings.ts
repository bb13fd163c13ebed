import { defineStore } from 'pinia'
import { ref } from 'vue'
import { settingsSchema, type Settings } from '../../shared/contract/settings.ts'
import { call, on } from './client.ts'

/** What the person chose, as the main process keeps it. */
export const useSettings = defineStore('settings', () => {
  const current = ref<Settings>(settingsSchema.parse({}))

  /** Reads the settings and keeps them current for the life of the window. */
  async function follow(): Promise<void> {
    on('settings.changed', (next) => {
      current.value = next
    })
    current.value = await call('settings.get', {})
  }

  /** Stores a change; throws Failure when it could not be kept. */
  async function change(part: Partial<Settings>): Promise<void> {
    current.value = await call('settings.set', part)
  }

  return { current, follow, change }
})
