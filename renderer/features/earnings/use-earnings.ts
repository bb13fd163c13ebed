import { useDebounceFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Direction, Money } from '../../../shared/domain/money/money.ts'
import { addDays, dayMs } from '../../../shared/domain/time/dates.ts'
import type { DayRange } from '../../../shared/domain/time/range.ts'
import { call, useEvent } from '../../bridge/client.ts'
import { usePeople } from '../../bridge/people.ts'
import { useShiftState } from '../../bridge/shift.ts'
import { useToday } from '../../bridge/today.ts'
import { useAnswer, useLoad } from '../../ui/action.ts'
import { addUp, earnedOf, type Earned, type EarnedGroup } from './earned.ts'

/** A day and the same weekday before it; today's only to this hour. */
export interface EarnedDay {
  day: string
  earned: Earned
  before: Earned
}

/** How many days stand below each other, each beside the one of a week before. */
const week = 7

/**
 * What was earned today, or on other days, kept current while the part of the screen that asks is there. Once `open`
 * today is held against the days before, which are read then and no more: a sale asks only for its own day again.
 */
export function useEarnings(asked: () => DayRange | null) {
  const people = usePeople()
  const { now, ownToday: today } = useToday()
  const { state: till } = useShiftState()
  /** The days that are asked about; null: today alone. */
  const days = computed(() => {
    const range = asked()
    return range && (range.from !== today.value || range.to !== today.value) ? range : null
  })
  const may = computed(() => people.may('commissions'))
  const open = ref(false)
  const past = shallowRef<EarnedDay[]>([])
  const before = shallowRef<Earned | null>(null)
  const risk = shallowRef<Risk | null>(null)

  const { answer: groups, ...load } = useAnswer(
    async () => {
      if (!may.value) return null
      return days.value ? await earnedOn(days.value) : await earnedGroups(today.value)
    },
    null,
    () => [may.value, today.value, days.value?.from, days.value?.to].join(),
  )
  const { answer: approved, ...counting } = useAnswer<number | null>(
    async () => approvedOf((await call('selling.day', { day: today.value })).byState),
    null,
    () => today.value,
  )
  const comparing = useLoad(
    () => readWeek(today.value),
    (days) => (past.value = days),
  )
  const beginning = useLoad(
    () =>
      Promise.all([earnedUntil(addDays(today.value, -week), now.value - week * dayMs), readRisk()]),
    ([earned, now]) => {
      before.value = earned
      risk.value = now
    },
  )
  const soon = useDebounceFn(() => {
    void load.run()
    void counting.run()
    if (open.value) void beginning.run()
  }, 300)
  useEvent('selling.changed', () => void soon())
  useEvent('shift.changed', () => void soon())
  watch([open, today], ([isOpen]) => {
    if (!isOpen) return
    void comparing.run()
    void beginning.run()
  })

  const earned = computed(() => groups.value && earnedOf(groups.value))
  return {
    may,
    open,
    till,
    groups,
    earned,
    approved,
    others: days,
    risk,
    days: computed((): EarnedDay[] => {
      const isRead = earned.value && before.value
      if (!isRead || !earned.value || !before.value) return []
      return [{ day: today.value, earned: earned.value, before: before.value }, ...past.value]
    }),
    error: computed(
      () =>
        load.error.value ??
        (days.value === null ? counting.error.value : null) ??
        comparing.error.value ??
        beginning.error.value,
    ),
  }
}

async function earnedGroups(day: string, until?: number): Promise<EarnedGroup[]> {
  return (await call('selling.earned', { day, until })).groups
}

async function earnedOn({ from, to }: DayRange): Promise<EarnedGroup[]> {
  return (await call('selling.earned', { day: from, to })).groups
}

/** What was earned on a day up to a moment of it (epoch ms). */
async function earnedUntil(day: string, until: number): Promise<Earned> {
  return earnedOf(await earnedGroups(day, until))
}

/** The days before this one, each beside the one of a week before it. */
function readWeek(today: string): Promise<EarnedDay[]> {
  const days = Array.from({ length: week - 1 }, (_, back) => addDays(today, -1 - back))
  return Promise.all(
    days.map(async (day) => ({
      day,
      earned: earnedOf(await earnedGroups(day)),
      before: earnedOf(await earnedGroups(addDays(day, -week))),
    })),
  )
}

/** How many sales of a day were approved. */
function approvedOf(byState: readonly { state: string; count: number }[]): number {
  return byState.reduce((sum, { state, count }) => sum + (state === 'APPROVED' ? count : 0), 0)
}

type Risk = Awaited<ReturnType<typeof readRisk>>

/** What may still be lost: sales without an end, what would be handed out by them apart; and what customers are owed. */
async function readRisk() {
  const [sales, { owed }] = await Promise.all([call('selling.open', {}), call('shift.owed', {})])
  const open = (way: Direction) => sales.filter(({ direction }) => direction === way)
  return {
    open: atRisk(open('in')),
    openOut: atRisk(open('out')),
    owed: atRisk(owed),
  }
}

const atRisk = (all: readonly { total: Money }[]) => ({
  count: all.length,
  amounts: addUp(all.map(({ total }) => total)),
})
