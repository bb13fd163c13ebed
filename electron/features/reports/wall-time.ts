const days = new Map<string, Date>()

/** A day as exceljs writes it: it takes the parts of UTC. One object per day. */
export function wallDay(day: string): Date {
  const known = days.get(day)
  if (known) return known
  const made = new Date(`${day}T00:00:00Z`)
  if (days.size > 1000) days.clear()
  days.set(day, made)
  return made
}

/** A wall-clock time `YYYY-MM-DDTHH:mm:ss` as exceljs writes it; parsed by hand, as an export has many. */
export function wallTime(local: string): Date {
  const part = (from: number) => Number(local.slice(from, from + 2))
  const seconds = part(11) * 3600 + part(14) * 60 + part(17)
  return new Date(wallDay(local.slice(0, 10)).getTime() + seconds * 1000)
}
