const days = new Map<string, number>()

/** A day `YYYY-MM-DD` as Excel counts days: from 30 December 1899. Counted once per day. */
export function daySerial(day: string): number {
  const known = days.get(day)
  if (known !== undefined) return known
  const made = Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569
  if (days.size > 1000) days.clear()
  days.set(day, made)
  return made
}

/** A wall-clock time `YYYY-MM-DDTHH:mm:ss` as Excel keeps it; parsed by hand, as an export has many. */
export function timeSerial(local: string): number {
  const part = (from: number) => Number(local.slice(from, from + 2))
  const seconds = part(11) * 3600 + part(14) * 60 + part(17)
  return daySerial(local.slice(0, 10)) + seconds / 86_400
}
