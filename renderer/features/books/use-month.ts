import { ref, watch } from 'vue'
import { useRoute } from 'vue-router'
import { addDays } from '../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { useToday } from '../../bridge/today.ts'

/** The month (`YYYY-MM`) that pages of the books are about: as the address says (`mes`), else the last one that is over. */
export function useMonth() {
  const { today } = useToday()
  const route = useRoute()
  const month = ref(addDays(monthOf(today.value).from, -1).slice(0, 7))
  watch(
    () => route.query['mes'],
    (asked) => {
      if (typeof asked === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked)) month.value = asked
    },
    { immediate: true },
  )

  function step(months: number): void {
    const { from, to } = monthOf(`${month.value}-01`)
    month.value = addDays(months > 0 ? to : from, months).slice(0, 7)
  }
  return { today, month, step }
}
