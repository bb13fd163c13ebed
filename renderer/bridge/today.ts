import { useNow } from '@vueuse/core'
import { computed, type Ref } from 'vue'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import { useConnection } from './connection.ts'

/**
 * The window's one way to ask for now and for today; both go on by themselves. `now` (epoch ms) and `today` go by the
 * service's clock as far as its answers told of it: what its lists, a bill and people mean by a day. `ownToday` goes by
 * this computer's clock, which wrote the journal's own lines (sales, shifts, the trail): where it is a day off, what
 * was just done must not be hidden in another day.
 */
export function useToday(skewMs: Readonly<Ref<number | null>> = connectionSkew()) {
  const wall = useNow({ interval: 30_000 })
  const now = computed(() => serviceTime(wall.value.getTime(), skewMs.value))
  return {
    now,
    today: computed(() => serviceDay(now.value)),
    ownToday: computed(() => serviceDay(wall.value.getTime())),
  }
}

/** How far the service's clock is ahead of this computer's (ms); null: not known. */
function connectionSkew(): Readonly<Ref<number | null>> {
  const connection = useConnection()
  return computed(() => connection.state.clockSkewMs)
}
