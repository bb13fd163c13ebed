import { isDay, serviceDay } from '../../../shared/domain/time/dates.ts'
import { slipText } from '../../../shared/domain/receipt/slip-text.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { withSession } from '../session.ts'
import { notAllowed, superfluous } from '../usage.ts'

/** `day [YYYY-MM-DD]`: the day's paper of this register as lines; without a day, today's by the service's clock. */
export const dayCommand: Command = ({ positionals, ...line }, output) => {
  const [named, ...rest] = positionals
  if (rest[0] !== undefined) throw superfluous(rest[0])
  if (named !== undefined && !isDay(named)) throw notAllowed(named, 'YYYY-MM-DD')
  return withSession({ ...line, positionals }, 'read', async ({ features, serviceNow }) => {
    const day = named ?? serviceDay(await serviceNow())
    const slip = await features.handlers['day.slip']({ day })
    output.result({ day, slip }, slipText(slip).split('\n'))
    return exitCodes.done
  })
}
