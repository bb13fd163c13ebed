import { tryOnScopeDispose } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import {
  registersCalls,
  type BroughtRegisters,
  type RegisterChoices,
} from '../../../../shared/contract/accounting/registers.ts'
import { rightsFor } from '../../../../shared/contract/define.ts'
import type { ReportRange } from '../../../../shared/contract/reports.ts'
import { toAppError, type AppError } from '../../../../shared/errors.ts'
import { call, useEvent } from '../../../bridge/client.ts'
import { usePeople } from '../../../bridge/people.ts'
import { useLoad } from '../../../ui/action.ts'
import { covers, onlyOf, type Whose } from './whose.ts'

/** What somebody wants to see. */
interface Wish {
  whose: Whose
  account: string | null
  range: ReportRange
}

const bare = ({ kind, from, to }: ReportRange): ReportRange => ({ kind, from, to })

/** Of which registers there may be reports, and of which account; asked of nobody who may not see them. */
function useChoices() {
  const people = usePeople()
  const choices = shallowRef<RegisterChoices | null>(null)
  const account = ref<string | null>(null)
  const load = useLoad(
    async () => (await call('registers.choices', {})).choices,
    (found) => {
      choices.value = found
      account.value =
        (found?.accounts.find(({ isOwn }) => isOwn) ?? found?.accounts[0])?.name ?? null
    },
  )
  if (rightsFor(registersCalls['registers.choices'].right).every(people.may)) void load.run()
  return { choices, account, load }
}

/** What is being read of several registers, and what was: once it is, `range` is over it. */
function useBringing(range: Ref<ReportRange>) {
  const shown = shallowRef<{ whose: Whose; brought: BroughtRegisters } | null>(null)
  const waiting = shallowRef<Wish | null>(null)
  const refused = shallowRef<Wish | null>(null)
  const progress = ref<{ share: number; rows: number } | null>(null)
  const error = ref<AppError | null>(null)
  let job: string | null = null

  function settle(): void {
    job = null
    waiting.value = null
    progress.value = null
  }
  function stop(): void {
    if (job !== null) void call('registers.cancel', { jobId: job }).catch(() => undefined)
    settle()
  }
  function leave(): void {
    const over = shown.value?.brought.over
    shown.value = null
    if (over !== undefined) void call('registers.leave', { over }).catch(() => undefined)
  }

  async function bring(wish: Wish): Promise<void> {
    stop()
    const jobId = crypto.randomUUID()
    job = jobId
    waiting.value = wish
    refused.value = null
    error.value = null
    progress.value = { share: 0, rows: 0 }
    const { from, to } = wish.range
    try {
      const { whose: of, account: named } = wish
      const asked = { jobId, from, to, only: onlyOf(of), account: named }
      const brought = await call('registers.bring', asked)
      // Another wish came meanwhile: what was read for this one goes with the next one that is.
      if (job !== jobId) return
      const next = bare(waiting.value.range)
      settle()
      shown.value = { whose: of, brought }
      range.value = { ...next, over: brought.over }
    } catch (caught) {
      if (job !== jobId) return
      settle()
      const told = toAppError(caught)
      if (told.code === 'CANCELLED') return
      refused.value = wish
      error.value = told
    }
  }

  useEvent('registers.progress', ({ jobId, share, rows }) => {
    if (jobId === job) progress.value = { share, rows }
  })
  tryOnScopeDispose(() => {
    stop()
    leave()
  })
  return { shown, waiting, refused, progress, error, stop, leave, bring }
}

/**
 * Of which registers the report is: of this one unless somebody chooses others, which are read first. What is shown changes once
 * they were: until then, and where that fails or is called off, it goes on saying whose it is. Where no reader of books was let
 * in nothing is there to choose.
 */
export function useRegisters(
  range: Ref<ReportRange>,
  failed: readonly Readonly<Ref<AppError | null>>[],
) {
  const { choices, account, load } = useChoices()
  const bringing = useBringing(range)
  const { shown, waiting, refused, error, stop, leave, bring } = bringing
  const whose = computed<Whose>(() => waiting.value?.whose ?? shown.value?.whose ?? 'own')
  const wished = computed<ReportRange>(() => waiting.value?.range ?? range.value)

  /** Shows a range of whoever it is of; what was read of others is read again only for other days, or `anew`. */
  function open(next: ReportRange, of: Whose = whose.value, anew = false): void {
    const wish = { whose: of, account: account.value, range: bare(next) }
    if (of === 'own') {
      stop()
      leave()
      error.value = null
      range.value = wish.range
      return
    }
    const { brought } = shown.value?.whose === of ? shown.value : { brought: null }
    if (anew || brought === null || !covers(brought, next) || brought.read.account !== wish.account)
      return void bring(wish)
    stop()
    range.value = { ...wish.range, over: brought.over }
  }

  // Midnight passed: what was read is of fewer days. Or it was not asked for so long that it is gone.
  watch(range, (next) => {
    if (next.over !== undefined && shown.value && !covers(shown.value.brought, next)) open(next)
  })
  const isGone = () => failed.some(({ value }) => value?.code === 'HUB_MIRROR_GONE')
  watch(isGone, (gone) => {
    if (gone && shown.value) open(range.value, whose.value, true)
  })

  return {
    choices,
    account,
    whose,
    /** The days and kind that were asked for last. */
    wished,
    /** What the report on screen is over; null: this register's own. */
    brought: computed(() => shown.value?.brought ?? null),
    progress: bringing.progress,
    error: computed(() => error.value ?? load.error.value),
    open,
    refresh: () => open(wished.value, whose.value, true),
    cancel: stop,
    retry: () => (refused.value ? void bring(refused.value) : void load.run()),
  }
}

export type Registers = ReturnType<typeof useRegisters>
