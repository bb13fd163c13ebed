import { z } from 'zod'
import { Failure } from '../../../../shared/errors.ts'
import type { HubConnection } from '../../../hub/connect.ts'

const claimSchema = z.tuple([
  ...[z.string(), z.string(), z.int(), z.array(z.string()), z.boolean()],
] as const)

/** What a hub does with what registers are about to sell, in memory: as hub.claim_v1, with which tests/real compares it. */
export function createClaimModel(now: () => number) {
  const claims = new Map<string, { code: string; sale: string; print: string; at: number }>()
  const states = new Map<string, string>()
  const names = new Map<string, string>()
  const newest = (print: string, code: string, since: number, but: readonly string[]) =>
    [...claims.values()]
      .filter((one) => one.print === print && one.code !== code && one.at > since)
      .filter(({ sale }) => !but.includes(states.get(sale) ?? ''))
      .toSorted((one, other) => other.at - one.at)[0]

  const connectionOf = (code: string): HubConnection => ({
    async rows(row, sql, values = []) {
      if (sql.includes('claim_key_v1')) return [z.parse(row, { key: 'k'.repeat(64) })]
      const [print, sale, within, but, anyway] = claimSchema.parse(values)
      const there = newest(print, code, now() - within, but)
      if (!there || anyway) claims.set(`${code} ${sale}`, { code, sale, print, at: now() })
      if (!there) return []
      const state = states.get(there.sale) ?? null
      const named = names.get(there.code) ?? there.code
      return [z.parse(row, { code: there.code, name: named, ago: now() - there.at, state })]
    },
    async run(_sql, [sale] = []) {
      claims.delete(`${code} ${String(sale)}`)
    },
    transaction: () => Promise.reject(new Failure('HUB_FAILED', { reason: 'not of this model' })),
    close: () => Promise.resolve(),
  })
  return {
    registerOf(code: string, name = code): HubConnection {
      names.set(code, name)
      return connectionOf(code)
    },
    /** What came of a sale, as it was sent. */
    end: (sale: string, state: string) => void states.set(sale, state),
    prints: () => [...claims.values()].map(({ print }) => print),
  }
}
