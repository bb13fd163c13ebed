import { Refusal, type Meter } from './limits.ts'
import { DataList, toNumber, textOfValue, type Value } from './values.ts'

/** More parts than any reference, date or card number has. */
const maxParts = 200

/** Calls a string method of the allow-list; what it makes stays within the limits. */
export function callString(
  text: string,
  name: string,
  args: readonly Value[],
  meter: Meter,
): Value {
  meter.spendText(text.length)
  const [first, second] = args
  const at = (value: Value) => (value === undefined ? undefined : toNumber(value))
  const word = () => {
    if (typeof first !== 'string') throw new Refusal('WRONG_TYPE', name)
    return first
  }
  switch (name) {
    case 'trim':
      return text.trim()
    case 'toUpperCase':
      return text.toUpperCase()
    case 'toLowerCase':
      return text.toLowerCase()
    case 'slice':
      return text.slice(at(first), at(second))
    case 'substring':
      return text.substring(at(first) ?? 0, at(second))
    case 'charAt':
      return text.charAt(at(first) ?? 0)
    case 'includes':
      return text.includes(word())
    case 'startsWith':
      return text.startsWith(word())
    case 'endsWith':
      return text.endsWith(word())
    case 'indexOf':
      return text.indexOf(word())
    case 'replace':
      return replaced(text, word(), textOfValue(second), meter)
    case 'split':
      return split(text, word(), meter)
    default:
      throw new Refusal('NOT_ALLOWED', name)
  }
}

/** Replaces the first of a text by another: `$&` and its like mean nothing here. */
function replaced(text: string, word: string, by: string, meter: Meter): string {
  const at = text.indexOf(word)
  if (at < 0) return text
  if (by.length > word.length) meter.checkText(text.length + by.length - word.length)
  return text.slice(0, at) + by + text.slice(at + word.length)
}

function split(text: string, separator: string, meter: Meter): DataList {
  const parts = text.split(separator, maxParts + 1)
  if (parts.length > maxParts) throw new Refusal('TOO_BIG', 'parts')
  meter.spend(parts.length)
  return new DataList(parts)
}
