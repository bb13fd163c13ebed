import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'

const questionSchema = z.tuple([z.string(), z.string(), z.string(), z.string()])
const askedSchema = z.tuple([...questionSchema.def.items, z.int(), z.int(), z.boolean()])
const keptSchema = z.tuple([
  ...([...questionSchema.def.items, z.int(), z.boolean(), z.array(z.string())] as const),
  ...([z.instanceof(Uint8Array), z.string()] as const),
])

/** A window as a hub has it. */
export interface ModelWindow {
  question: string[]
  began: number
  settled: boolean
  rows: Uint8Array
  sha256: string
}

/** What a hub does with windows of the list, in memory: as hub.window_v1 and the others, with which tests/real compares it. */
export function createWindowModel(now: () => number) {
  const windows = new Map<string, ModelWindow>()
  const leases = new Map<string, { code: string; until: number }>()
  /** Days of which somebody was erased. */
  const erased = new Set<string>()

  function there(code: string, values: readonly unknown[]): object[] {
    const [account, kind, start, end, newer, recent, lease] = askedSchema.parse(values)
    const key = JSON.stringify([account, kind, start, end])
    const window = windows.get(key)
    if (window && window.began > newer && (window.settled || window.began >= recent)) {
      return [{ state: 'came', ms: 0, ...window }]
    }
    if (!lease) return []
    const held = leases.get(key)
    if (held && held.until > now() && held.code !== code) {
      return [{ state: 'waiting', ms: held.until - now() }]
    }
    leases.set(key, { code, until: now() + 60_000 })
    return [{ state: 'ours' }]
  }

  function keep(code: string, values: readonly unknown[]): object[] {
    const [account, kind, start, end, began, settled, , rows, sha256] = keptSchema.parse(values)
    const question = [account, kind, start, end]
    const key = JSON.stringify(question)
    if (createHash('sha256').update(rows).digest('hex') !== sha256) {
      throw new Failure('HUB_REFUSED', { reason: '22023' })
    }
    if (leases.get(key)?.code === code) leases.delete(key)
    const isErased = [...erased].some((day) => start <= day && day <= end)
    const isNewer = began > (windows.get(key)?.began ?? -1)
    if (isErased || !isNewer) return [{ kept: false }]
    windows.set(key, { question, began, settled, rows, sha256 })
    return [{ kept: true }]
  }

  function over(values: readonly unknown[]): object[] {
    const [account, kind, first, last] = questionSchema.parse(values)
    return [...windows.values()].flatMap(({ question, began, settled }) => {
      const [ofAccount, ofKind, dateStart = '', dateEnd = ''] = question
      const isOf = ofAccount === account && ofKind === kind && settled
      return isOf && dateEnd >= first && dateStart <= last ? [{ dateStart, dateEnd, began }] : []
    })
  }

  return {
    windows,
    leases,
    /** Somebody who bought on this day is erased. */
    erase(day: string): void {
      erased.add(day)
      for (const [key, { question }] of windows) {
        const [, , start = '', end = ''] = question
        if (start <= day && day <= end) windows.delete(key)
      }
    },
    registerOf: (code: string): HubConnection => ({
      async rows(row, sql, values = []) {
        const answer = sql.includes('window_v1(')
          ? sql.includes('keep_')
            ? keep(code, values)
            : there(code, values)
          : over(values)
        return z.array(row).parse(answer)
      },
      async run(_sql, values = []) {
        const key = JSON.stringify(questionSchema.parse(values))
        if (leases.get(key)?.code === code) leases.delete(key)
      },
      transaction: () => Promise.reject(new Failure('HUB_FAILED', { reason: 'not of this model' })),
      close: () => Promise.resolve(),
    }),
  }
}
