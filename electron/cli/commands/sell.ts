import { createHash, randomUUID } from 'node:crypto'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { formValues, onlyWord, waitMs } from '../arguments.ts'
import { freshCatalog } from './catalog.ts'
import type { Command } from '../command.ts'
import { exitCodeOfState, isWaiting } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import type { Output } from '../output.ts'
import { quoteLines, quoteWith } from './quote.ts'
import { signInAs, signInOf, type SignIn } from '../sign-in.ts'
import { saleLine } from '../sale-line.ts'
import { withSession, type Session } from '../session.ts'
import { tellOpening } from '../tell-opening.ts'
import { UsageError } from '../usage.ts'
import { waitFor } from '../wait-for.ts'

/** `sell ID ... --yes`: quotes, sells once, and waits for a final state. */
export const sellCommand: Command = (line, output) => {
  const productId = onlyWord(line, 'sell ID')
  const values = formValues(line.options)
  const wait = waitMs(line.options)
  if (!line.options.flag('yes'))
    throw new UsageError('sell: --yes?', (say) => say('cli.notConfirmed'))
  const draftId = draftOf(line.options.text('draft'))
  const again = line.options.flag('again')
  const signIn = signInOf(line)
  return withSession(
    line,
    'write',
    async (session) => {
      const sold = await sellOnce(session, output, {
        productId,
        values,
        draftId,
        again,
        signIn,
      })
      // Its end is the result, and stands there once.
      const tell = ({ state }: Sale) => {
        if (isWaiting(state)) output.progress(state)
      }
      tell(sold)
      session.features.startSelling()
      const [sale = sold] = await waitFor(session, [sold], wait, tell)
      output.result(sale, [saleLine(sale, session)])
      // Why it is so: the service's own words, or what the network said.
      if (sale.error) output.progress(errorWords(sale.error, output.language))
      return exitCodeOfState[sale.state]
    },
    tellOpening(output),
  )
}

/** The same KEY is the same draft, and so the same sale; without one every sale is its own. */
function draftOf(key: string | undefined): string {
  if (key === undefined) return randomUUID()
  return `cli-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
}

async function sellOnce(
  session: Session,
  output: Output,
  sale: {
    productId: string
    values: FormValues
    draftId: string
    again: boolean
    signIn: SignIn
  },
): Promise<Sale> {
  const { features, register } = session
  const ask = features.handlers['selling.sell']
  const { draftId, productId, values, again } = sale
  const once = { draftId, productId, again, againOf: null }
  // A draft that became a sale is answered from the journal: no quote, and no service, is needed.
  const known = register.kind === 'open' && register.journal.saleOfDraft(draftId) !== null
  if (known) return ask({ ...once, quoteId: null, values })
  await signInAs(session, sale.signIn, 'sell')
  await freshCatalog(features, output)
  const quote = await quoteWith(session, productId, values)
  for (const text of quoteLines(quote, session, output)) output.progress(text)
  return ask({ ...once, quoteId: quote.quoteId, values: quote.values })
}
