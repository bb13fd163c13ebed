import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import type { PeopleState } from '../../shared/contract/people.ts'
import type { Right } from '../../shared/domain/people/rights.ts'
import { toAppError } from '../../shared/errors.ts'
import { call, on } from './client.ts'

/** Who is at the register, as the main process tells it. What is hidden here is refused there. */
export const usePeople = defineStore('people', () => {
  const state = ref<PeopleState>({ mode: 'single', current: null, last: null, people: [] })
  const locked = computed(() => state.value.mode === 'people' && state.value.current === null)

  /** Reads the state and keeps it current for the life of the window. */
  async function follow(): Promise<void> {
    on('people.changed', (next) => {
      state.value = next
    })
    state.value = await call('people.state', {})
  }

  /** Whether who is here may do something; one person alone may do everything. */
  function may(right: Right): boolean {
    return state.value.mode === 'single' || (state.value.current?.rights.includes(right) ?? false)
  }

  /** @throws Failure PIN_WRONG, PIN_WAIT */
  async function signIn(personId: string, pin: string): Promise<void> {
    state.value = await call('people.signIn', { personId, pin })
  }

  async function lock(): Promise<void> {
    state.value = await call('people.lock', {})
  }

  /** Somebody is there. A lock that came first is no error: there is nothing left to put off. */
  async function stir(): Promise<void> {
    await call('people.stir', {}).catch((caught: unknown) => {
      if (toAppError(caught).code !== 'LOCKED') throw caught
    })
  }

  return { state, locked, follow, may, signIn, lock, stir }
})

/** Does something once another person is at the register than was before; who was only away is no other. */
export function onAnotherPerson(act: () => unknown): void {
  const people = usePeople()
  let last = people.state.current?.id
  watch(
    () => people.state.current?.id,
    (id) => {
      if (id === undefined) return
      if (last !== undefined && id !== last) act()
      last = id
    },
  )
}
