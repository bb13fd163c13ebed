import { saleStateSchema, type Sale } from '../../../shared/domain/sale/sale.ts'
import { noWords, oneOf } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { saleLine } from '../sale-line.ts'
import { withSession } from '../session.ts'

const pageSize = 500

/** `journal [--state STATE]`: the sales made on this computer, newest first. */
export const journalCommand: Command = (line, output) => {
  noWords(line)
  const named = line.options.text('state')
  const states = named === undefined ? {} : { states: [oneOf(saleStateSchema, named, '--state')] }
  return withSession(line, 'read', async (session) => {
    const sales: Sale[] = []
    if (session.register.kind === 'open' || session.register.reader) {
      const list = session.features.handlers['selling.list']
      for (let isMore = true; isMore;) {
        const page = await list({ ...states, after: sales.at(-1)?.id, limit: pageSize })
        sales.push(...page.sales)
        isMore = page.sales.length === pageSize
      }
    }
    output.result(
      sales,
      sales.map((sale) => saleLine(sale, session)),
    )
    return exitCodes.done
  })
}
