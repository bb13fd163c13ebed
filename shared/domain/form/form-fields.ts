import { parseTypedMoney } from '../money/typed-money.ts'
import type { FormValues, InputDescriptor } from './form.ts'
import { currencyOfCountry, minorFromDecimal } from '../money/money.ts'

/** A value that is really there: a field may be called like something every object has. */
export function typedText(values: FormValues, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** What the service gave a field, as text. */
export function givenText(input: InputDescriptor): string {
  return input.value?.text ?? ''
}

/**
 * What a field is called: by its label, else its title, else its name. The title comes first where the contract shows
 * one, on a list of credits.
 */
export function labelOf({ type, label, title, name }: InputDescriptor): string {
  return (type === 'input-lender' && title) || label || title || name
}

/** A field that nobody types into: only the service, and the form's own logic, say what it holds. */
export function isGuarded(input: InputDescriptor): boolean {
  return input.disabled || (input.type === 'hidden' && input.value !== null)
}

/**
 * What a field holds before the form's own logic writes: what was typed where a person may type, else what the
 * service gave. A list of credits is no choice until one of them is picked; a disabled one goes back as it came.
 */
export function ownText(input: InputDescriptor, values: FormValues): string {
  const given = givenText(input)
  const typed = typedText(values, input.name)
  if (isGuarded(input)) return given
  if (input.type === 'input-lender') return typed === given ? '' : (typed ?? '')
  return typed ?? given
}

/** Fields that hold money: by their type, or by the one name that the service uses for it. */
export function isAmount(input: InputDescriptor): boolean {
  return input.type === 'amount' || input.type === 'money' || input.name === 'amount'
}

/** The minor units of an amount however it is written, or null when it has no single reading. */
export function minorOfText(inputs: readonly InputDescriptor[], text: string): number | null {
  if (inputs.some((input) => input.value?.text === text)) {
    const minor = minorFromDecimal(text)
    if (minor !== null) return minor
  }
  // The mark of a currency that may stand in the text does not change the figure.
  for (const currency of Object.values(currencyOfCountry)) {
    const read = parseTypedMoney(text, currency, 'point')
    if (read.ok) return read.money.minor
  }
  return null
}
