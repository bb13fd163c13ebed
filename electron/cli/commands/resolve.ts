import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { noWords, waitMs } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodeOfState, exitCodes, type ExitCode } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import { tellRecovery } from '../recovery.ts'
import { saleLine } from '../sale-line.ts'
import { withSession } from '../session.ts'
import { tellOpening } from '../tell-opening.ts'
import { waitFor } from '../wait-for.ts'

/**
 * `resolve [--wait SECONDS] [--acknowledge]`: looks every open sale up until none waits, or the time is over,
 * and then says what was recovered of a damaged journal.
 */
export const resolveCommand: Command = (line, output) => {
  noWords(line)
  const wait = waitMs(line.options)
  return withSession(
    line,
    'write',
    async (session) => {
      const all = await session.features.handlers['selling.open']({})
      const open = all.filter(({ profileId }) => profileId === session.profile.id)
      session.features.startSelling()
      // Sales on a journal that came from a copy wait for this.
      const { error } = (await session.features.handlers['copies.catchUp']({})).restored ?? {}
      if (error) output.progress(errorWords(error, output.language))
      const sales = await waitFor(session, open, wait, (sale) =>
        output.progress(saleLine(sale, session)),
      )
      const none = [output.say('cli.nothingOpen')]
      output.result(sales, sales.length > 0 ? sales.map((sale) => saleLine(sale, session)) : none)
      await tellRecovery(session, output, line.options.flag('acknowledge'))
      return worst(sales)
    },
    tellOpening(output),
  )
}

/** The most uncertain first: a script that waits for 0 must not miss one among many. */
const order: readonly ExitCode[] = [
  exitCodes.unknown,
  exitCodes.waiting,
  exitCodes.review,
  exitCodes.partial,
]

function worst(sales: readonly Sale[]): ExitCode {
  const codes = sales.map((sale) => exitCodeOfState[sale.state])
  return order.find((code) => codes.includes(code)) ?? exitCodes.done
}
