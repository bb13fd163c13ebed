import type { OperationName } from '../operations/operations.ts'

/** How often something was asked for and how often it was carried out. */
export interface Count {
  requests: number
  executions: number
}

/** The days that one request of a list asked for, as it wrote them. */
export interface ListedDays {
  dateStart: string
  dateEnd: string
}

/** Counts requests by operation and, for sales, by `_id` (`none` where there was no `_id`). */
export class RequestLog {
  #operations: Partial<Record<OperationName, Count>> = {}
  #sells = new Map<string, Count>()
  #listed: ListedDays[] = []

  #each(operation: OperationName, id: string | undefined, change: (count: Count) => void): void {
    const count = (this.#operations[operation] ??= { requests: 0, executions: 0 })
    change(count)
    if (operation !== 'sell') return
    const key = id ?? 'none'
    const sale = this.#sells.get(key) ?? { requests: 0, executions: 0 }
    this.#sells.set(key, sale)
    change(sale)
  }

  received(operation: OperationName, id: string | undefined): void {
    this.#each(operation, id, (count) => (count.requests += 1))
  }

  executed(operation: OperationName, id: string | undefined): void {
    this.#each(operation, id, (count) => (count.executions += 1))
  }

  /** Notes which days a list was asked for. */
  asked(days: ListedDays): void {
    this.#listed.push(days)
  }

  listed(): readonly ListedDays[] {
    return [...this.#listed]
  }

  clear(): void {
    this.#operations = {}
    this.#sells.clear()
    this.#listed = []
  }

  report() {
    return { operations: { ...this.#operations }, sells: Object.fromEntries(this.#sells) }
  }
}
