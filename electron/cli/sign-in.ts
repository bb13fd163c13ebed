import { isSameName } from '../../shared/domain/people/people.ts'
import { rightsFor, type Gate } from '../../shared/contract/define.ts'
import { Failure } from '../../shared/errors.ts'
import type { CommandLine } from './arguments.ts'
import type { Session } from './session.ts'
import { UsageError } from './usage.ts'

/** Who runs a command, as `--cashier NAME` and the variable MOSTRADOR_PIN say. */
export interface SignIn {
  cashier: string | null
  pin: string
}

export function signInOf({ options, env }: CommandLine): SignIn {
  return { cashier: options.text('cashier') ?? null, pin: env.MOSTRADOR_PIN ?? '' }
}

/**
 * Where people work at the register what is done is somebody's here too: who it is proves it by PIN, and must have the
 * rights.
 * @throws UsageError, Failure PERSON_NOT_FOUND, PIN_WRONG, PIN_WAIT, NOT_ALLOWED
 */
export async function signInAs(
  { features }: Session,
  { cashier, pin }: SignIn,
  gate: Gate,
): Promise<void> {
  const { mode, people } = await features.handlers['people.state']({})
  if (mode !== 'people' && cashier === null) return
  if (cashier === null) throw new UsageError('--cashier?', (say) => say('cli.noCashier'))
  const person = people.find((one) => isSameName(one.name, cashier))
  if (!person) throw new Failure('PERSON_NOT_FOUND')
  await features.handlers['people.signIn']({ personId: person.id, pin })
  if (!rightsFor(gate).every(features.presence.may)) throw new Failure('NOT_ALLOWED')
}
