import { z } from 'zod'
import { exactText, isRecord } from '../../../shared/domain/json.ts'
import { field, informativeMoney, moneyOrNull, toFlag, toText } from '../lenient.ts'
import { dataOf, read, readWith } from '../read.ts'
import { queryInputs } from '../schemas/product.ts'
import type { QueryResult } from '../service.ts'
import type { Session } from '../session.ts'

function errorMessage(value: unknown): string | null {
  return toText(isRecord(value) ? value['message'] : value)?.trim() || null
}

function queryData(currency: string) {
  const amount = moneyOrNull(currency)
  return z.object({
    amountEditable: field((value) => toFlag(value) ?? false),
    Inputs: queryInputs,
    DefaultPayload: field((value) => (Array.isArray(value) ? value.map(exactText) : [])),
    Amount: z
      .object({ cost: amount, incentive: informativeMoney(currency), amount })
      .nullish()
      .transform((value) => value ?? { cost: null, incentive: null, amount: null }),
    Error: field(errorMessage),
    sign: field(toText),
  })
}

/**
 * Quotes with this exact body (contract, Endpoints 4). A 500 with the documented error body is the
 * service's answer to the quote: thrown as SERVICE_ERROR at once, not asked again.
 */
export function query(session: Session, body: string, signal?: AbortSignal): Promise<QueryResult> {
  const schema = queryData(session.currency)
  const options = { signal, timeout: session.timeouts.query, isAnswer: () => true }
  return read(session, 'query', body, options, (answer) => {
    const data = readWith(schema, dataOf(answer), 'query')
    return {
      amountEditable: data.amountEditable,
      inputs: data.Inputs,
      defaultPayload: data.DefaultPayload,
      ...data.Amount,
      errorMessage: data.Error,
      sign: data.sign,
      raw: answer.exchange.raw ?? '',
    }
  })
}
