import { z } from 'zod'
import type { ReportKind } from '../../../shared/domain/transaction.ts'
import { dataOf, read, readWith } from '../read.ts'
import { transactionRow } from '../schemas/transaction.ts'
import type { ListPage } from '../service.ts'
import type { Session } from '../session.ts'

/** No list, no page: an answer without its rows must not pass for an empty day. */
const listData = z.object({ Transactions: z.array(z.unknown()) })

/** One range of a report (contract, Endpoints 7 and 8), rows in the service's order. */
export function list(
  session: Session,
  kind: ReportKind,
  dateStart: string,
  dateEnd: string,
  signal?: AbortSignal,
  isAhead = false,
): Promise<ListPage> {
  const body = JSON.stringify({ data: { typeReport: kind, dateStart, dateEnd } })
  const options = { signal, timeout: session.timeouts.list, isChance: isAhead }
  return read(session, 'list', body, options, (answer) => {
    const { Transactions } = readWith(listData, dataOf(answer), 'transactions/list')
    const rows = Transactions.map((row) => transactionRow(row, session.currency))
    return { rows, exchange: answer.exchange, attempts: answer.attempts }
  })
}
