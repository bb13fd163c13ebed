/** An age in the largest unit that keeps it short. */
export interface Age {
  unit: 'now' | 'seconds' | 'minutes' | 'hours' | 'days'
  count: number
}

/** Rounds an age in milliseconds down to words' precision; `now` under so many seconds (and for clocks that disagree). */
export function ageOf(ms: number, nowUnder = 10): Age {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < nowUnder) return { unit: 'now', count: 0 }
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3_600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3_600) }
  return { unit: 'days', count: Math.floor(seconds / 86_400) }
}
