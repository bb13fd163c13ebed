import { serviceTime } from '../../../../shared/domain/time/service-time.ts'

/**
 * The service's time, for what a day, its end and "today" mean: of this computer as long as nothing else is known, or
 * where both agreed. Between answers it goes on by whichever of two clocks went further, so that a computer whose clock
 * is set meanwhile, right or wrong, never takes a day that has ended for one that still runs.
 */
export function createServiceClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
) {
  let heard: { service: number; wall: number; monotonic: number } | null = null

  /** Epoch milliseconds. */
  function now(): number {
    if (heard === null) return wall()
    return heard.service + Math.max(wall() - heard.wall, monotonic() - heard.monotonic)
  }

  return {
    now,
    /**
     * Learns the service's time (null: it did not tell) from an answer that was heard at a moment of this computer's
     * clock, just now unless said. An answer that is told of again, later, says nothing new.
     */
    learn(service: number | null, heardAt: number = wall()): void {
      if (service === null) return
      // Of before the one known, or of before this computer's clock was set back.
      const isOld = heard !== null && (heardAt <= heard.wall || heardAt > wall())
      // Where it was set back newer answers look old, too: only those can say that it is later than known.
      if (isOld && service <= now()) return
      const since = Math.max(0, wall() - heardAt)
      heard = {
        service: serviceTime(heardAt, service - heardAt) + since,
        wall: heardAt + since,
        monotonic: monotonic(),
      }
    },
  }
}

export type ServiceClock = ReturnType<typeof createServiceClock>
