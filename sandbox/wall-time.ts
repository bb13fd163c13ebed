/** Wall time of the service: both countries keep UTC-5 all year. */
const OFFSET_MS = 5 * 60 * 60 * 1000
export const DAY_MS = 24 * 60 * 60 * 1000

const wall = (time: number) => new Date(time - OFFSET_MS).toISOString()

/** `YYYY-MM-DD` of the service's calendar day. */
export const wallDate = (time: number) => wall(time).slice(0, 10)

/** `YYYY-MM-DD HH:mm:ss`, as lists write createdAt. */
export const listTime = (time: number) => wall(time).slice(0, 19).replace('T', ' ')

/** `DD/MM/YY HH:mm`, as find writes createdAt. */
export function findTime(time: number): string {
  const text = wall(time)
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(2, 4)} ${text.slice(11, 16)}`
}

/** `YYYY-MM-DD hh:mmam`, as the webhook of a balance load writes createdAt. */
export function webhookTime(time: number): string {
  const text = wall(time)
  const hour = Number(text.slice(11, 13))
  const twelve = String(hour % 12 || 12).padStart(2, '0')
  return `${text.slice(0, 10)} ${twelve}:${text.slice(14, 16)}${hour < 12 ? 'am' : 'pm'}`
}

/** First millisecond of a calendar day `YYYY-MM-DD`. */
export const startOfDay = (date: string) => Date.parse(`${date}T00:00:00.000-05:00`)

/** Whether the text is a real calendar day `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = startOfDay(text)
  return !Number.isNaN(time) && wallDate(time) === text
}

/** The calendar day `days` after `date`. */
export const daysAfter = (date: string, days: number) => wallDate(startOfDay(date) + days * DAY_MS)
