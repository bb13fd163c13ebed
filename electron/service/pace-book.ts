import type { ExchangeReport } from './session.ts'

/** How long the service took for one kind of request. Times in milliseconds. */
export interface ServicePace {
  operation: ExchangeReport['operation']
  requests: number
  /** Of these, without an answer that says what was asked. */
  failed: number
  median: number
  slowest: number
}

/** More say nothing new of one kind, and a year's would fill memory. */
const mostKept = 200

/** The last requests of this run, by kind: how long each took and whether it was answered. */
export function createPaceBook() {
  const kept = new Map<ExchangeReport['operation'], { ms: number; failed: boolean }[]>()
  return {
    add({ operation, startedAt, endedAt, error }: ExchangeReport): void {
      const list = kept.get(operation) ?? []
      list.push({ ms: Math.max(0, endedAt - startedAt), failed: error !== null })
      if (list.length > mostKept) list.shift()
      kept.set(operation, list)
    },
    pace: (): ServicePace[] =>
      [...kept].map(([operation, list]) => {
        const times = list.map(({ ms }) => ms).toSorted((one, other) => one - other)
        return {
          operation,
          requests: list.length,
          failed: list.filter(({ failed }) => failed).length,
          median: times[Math.floor((times.length - 1) / 2)] ?? 0,
          slowest: times.at(-1) ?? 0,
        }
      }),
  }
}
