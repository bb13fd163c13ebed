import { serviceTime } from '../../../shared/domain/service-time.ts'

/**
 * The service's time, for what a day, its end and "today" mean: of this computer as long as nothing else is known, or
 * both agree. Between answers it goes on by whichever of two clocks went further, so that a computer whose clock is
 * put right meanwhile never takes a day that has ended for one that still runs.
 */
export function createServiceClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
) {
  let heard: { service: number; wall: number; monotonic: number } | null = null
  let last: number | null = null
  return {
    /** Learns the service's time from an answer that was just given; null: it did not tell. */
    learn(service: number | null): void {
      if (service === null || service === last) return
      last = service
      const now = wall()
      const agrees = serviceTime(now, service - now) === now
      heard = agrees ? null : { service, wall: now, monotonic: monotonic() }
    },
    /** Epoch milliseconds. */
    now(): number {
      if (heard === null) return wall()
      return heard.service + Math.max(wall() - heard.wall, monotonic() - heard.monotonic)
    },
  }
}
