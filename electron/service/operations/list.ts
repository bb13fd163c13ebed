import type { ReportKind } from '../../../shared/domain/sale/transaction.ts'
import { read } from '../read.ts'
import type { ListPage } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** One range of a report (contract, Endpoints 7 and 8), rows in the service's order. */
export async function list(
  session: ServiceSession,
  kind: ReportKind,
  dateStart: string,
  dateEnd: string,
  signal?: AbortSignal,
  isAhead = false,
): Promise<ListPage> {
  const body = JSON.stringify({ data: { typeReport: kind, dateStart, dateEnd } })
  const options = { signal, timeout: session.timeouts.list, isChance: isAhead }
  const { value: rows, exchange, attempts } = await read(session, 'list', body, options)
  return { rows, exchange, attempts }
}
