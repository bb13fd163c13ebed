import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'

/** What a register's login may ask of its hub about the service's list: what it answered to another one, and who asks it now. */

/** A question to the list, of an account as registers find it alike. Days are `YYYY-MM-DD`, moments the service's in epoch ms. */
export interface WindowQuestion {
  account: string
  kind: string
  dateStart: string
  dateEnd: string
}

const moment = z.coerce.number().pipe(z.int().nonnegative())
const thereRow = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('came'),
    began: moment,
    rows: z.instanceof(Uint8Array),
    sha256: z.string(),
  }),
  z.object({ state: z.literal('ours') }),
  z.object({ state: z.literal('waiting'), ms: moment }),
])
/** What is known of a question; null: nothing, and it is nobody's to gather. */
export type WindowThere = z.output<typeof thereRow> | null

const valuesOf = ({ account, kind, dateStart, dateEnd }: WindowQuestion) => [
  ...[account, kind, dateStart, dateEnd],
]

/**
 * The answer that another register got, if it began after `newer`, and after `recent` or nothing of it changes. Else, with
 * `mayLease`, whose it is to gather: this one's, or another's for so many ms.
 * @throws Failure HUB_NOT_PREPARED the hub was not upgraded yet …
 */
export async function windowThere(
  hub: HubConnection,
  of: WindowQuestion & { newer: number; recent: number; mayLease: boolean },
): Promise<WindowThere> {
  const values = [...valuesOf(of), Math.ceil(of.newer), Math.ceil(of.recent), of.mayLease]
  const sql = 'select state, began, rows, sha256, ms from hub.window_v1($1, $2, $3, $4, $5, $6, $7)'
  const [there = null] = await hub.rows(thereRow, sql, values)
  return there
}

const questionRow = z.object({ dateStart: z.string(), dateEnd: z.string(), began: moment })

/** The questions whose answers touch these days and change no more. @throws Failure HUB_NOT_PREPARED … */
export function windowsThere(
  hub: HubConnection,
  of: { account: string; kind: string; first: string; last: string },
): Promise<z.output<typeof questionRow>[]> {
  const sql = `select date_start as "dateStart", date_end as "dateEnd", began
    from hub.windows_v1($1, $2, $3, $4) limit 2000`
  return hub.rows(questionRow, sql, [of.account, of.kind, of.first, of.last])
}

/** An answer as it is kept: its rows packed, and the service's numbers of them. */
export interface PackedWindow extends WindowQuestion {
  began: number
  settled: boolean
  ids: readonly string[]
  rows: Uint8Array
  sha256: string
}

const keptRow = z.object({ kept: z.boolean() })

/** Keeps what was gathered, for the others: whether it was, as nothing is kept of days of which somebody was erased. */
export async function keepWindow(hub: HubConnection, of: PackedWindow): Promise<boolean> {
  const sql = 'select hub.keep_window_v1($1, $2, $3, $4, $5, $6, $7, $8, $9) as kept'
  const { began, settled, ids, rows, sha256 } = of
  const values = [...valuesOf(of), Math.floor(began), settled, ids, Buffer.from(rows), sha256]
  const [answer] = await hub.rows(keptRow, sql, values)
  if (!answer) throw new Failure('HUB_FAILED', { reason: 'window' })
  return answer.kept
}

/** It is not gathered here after all: another register may at once. */
export const leaveWindow = (hub: HubConnection, of: WindowQuestion): Promise<void> =>
  hub.run('select hub.leave_window_v1($1, $2, $3, $4)', valuesOf(of))
