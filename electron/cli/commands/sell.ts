import { createHash, randomUUID } from 'node:crypto'
import type { FormValues } from '../../../shared/domain/form/form.ts'
import { isSameName } from '../../../shared/domain/people/people.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { Failure } from '../../../shared/errors.ts'
import { formValues, onlyWord, waitMs } from '../arguments.ts'
import { freshCatalog } from './catalog.ts'
import type { Command } from '../command.ts'
import { exitCodeOfState, isWaiting } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import type { Output } from '../output.ts'
import { quoteLines, quoteWith } from './quote.ts'
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
  const cashier = line.options.text('cashier') ?? null
  const pin = line.env.MOSTRADOR_PIN ?? ''
  return withSession(
    line,
    'write',
    async (session) => {
      const sold = await sellOnce(session, output, {
        productId,
        values,
        draftId,
        again,
        cashier,
        pin,
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

/**
 * Where people work at the register a sale is somebody's here too: who it is proves it by PIN, and must have the right.
 * @throws UsageError, Failure PERSON_NOT_FOUND, PIN_WRONG, PIN_WAIT, NOT_ALLOWED
 */
async function signInAs({ features }: Session, name: string | null, pin: string): Promise<void> {
  const { mode, people } = await features.handlers['people.state']({})
  if (mode !== 'people' && name === null) return
  if (name === null) throw new UsageError('sell: --cashier?', (say) => say('cli.noCashier'))
  const person = people.find((one) => isSameName(one.name, name))
  if (!person) throw new Failure('PERSON_NOT_FOUND')
  await features.handlers['people.signIn']({ personId: person.id, pin })
  if (!features.presence.may('sell')) throw new Failure('NOT_ALLOWED')
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
    cashier: string | null
    pin: string
  },
): Promise<Sale> {
  const { features, register } = session
  const ask = features.handlers['selling.sell']
  const { draftId, productId, values, again } = sale
  const once = { draftId, productId, again, againOf: null }
  // A draft that became a sale is answered from the journal: no quote, and no service, is needed.
  const known = register.kind === 'open' && register.journal.saleOfDraft(draftId) !== null
  if (known) return ask({ ...once, quoteId: null, values })
  await signInAs(session, sale.cashier, sale.pin)
  await freshCatalog(features, output)
  const quote = await quoteWith(session, productId, values)
  for (const text of quoteLines(quote, session, output)) output.progress(text)
  return ask({ ...once, quoteId: quote.quoteId, values: quote.values })
}
