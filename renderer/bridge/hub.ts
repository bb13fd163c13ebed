import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { rightsFor } from '../../shared/contract/define.ts'
import { hubCalls, type HubState } from '../../shared/contract/upkeep/hub.ts'
import { call, on } from './client.ts'
import { usePeople } from './people.ts'

/** How this computer stands among several registers, for who may know. */
export const useHub = defineStore('hub', () => {
  const people = usePeople()
  const state = ref<HubState | null>(null)
  const mayKnow = computed(
    () => !people.locked && rightsFor(hubCalls['hub.state'].right).every(people.may),
  )
  /** Somebody may look at all registers here, and is here. */
  const reads = computed(() => mayKnow.value && (state.value?.reader ?? null) !== null)

  async function read(): Promise<void> {
    if (!mayKnow.value) return
    try {
      state.value = await call('hub.state', {})
    } catch {
      // A journal that cannot be read is told of by the frame already: here nothing is known.
      state.value = null
    }
  }

  /** Reads the state and keeps it current for the life of the window. */
  function follow(): Promise<void> {
    on('hub.changed', () => void read())
    watch(mayKnow, () => void read())
    return read()
  }

  return { state, reads, follow }
})
