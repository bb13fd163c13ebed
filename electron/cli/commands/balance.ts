import { Failure } from '../../../shared/errors.ts'
import { noWords } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { withSession } from '../session.ts'

/** `balance`: balance and profits, asked now. */
export const balanceCommand: Command = (line, output) => {
  noWords(line)
  return withSession(line, 'read', async ({ features, money }) => {
    await features.connection.handlers['connection.refresh']({})
    const { business, error } = features.connection.state()
    if (!business) throw new Failure(error?.code ?? 'NOT_THIS_SERVICE', error?.params)
    output.result({ balance: business.balance, profits: business.profits }, [
      `${output.say('cli.balance')}  ${money(business.balance)}`,
      `${output.say('cli.profits')}  ${money(business.profits)}`,
    ])
    return exitCodes.done
  })
}
