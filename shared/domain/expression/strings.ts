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
    case 'trimStart':
      return text.trimStart()
    case 'trimEnd':
      return text.trimEnd()
    case 'toUpperCase':
      return text.toUpperCase()
    case 'toLowerCase':
      return text.toLowerCase()
    case 'slice':
      return text.slice(at(first), at(second))
    case 'substring':
      return text.substring(at(first) ?? 0, at(second))
    case 'substr':
      return substr(text, at(first) ?? 0, at(second))
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
    case 'lastIndexOf':
      return text.lastIndexOf(word())
    case 'concat':
      return within([text, ...args.map(textOfValue)].join(''), meter)
    case 'replace':
      return replaced(text, word(), textOfValue(second), 1, meter)
    case 'replaceAll':
      return replaced(text, word(), textOfValue(second), maxParts, meter)
    case 'split':
      return split(text, word(), meter)
    case 'padStart':
    case 'padEnd':
      return padded(
        text,
        name,
        toNumber(first),
        second === undefined ? ' ' : textOfValue(second),
        meter,
      )
    default:
      throw new Refusal('NOT_ALLOWED', name)
  }
}

function within(text: string, meter: Meter): string {
  meter.checkText(text.length)
  return text
}

function substr(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(0, text.length + start) : start
  return text.slice(from, length === undefined ? undefined : from + Math.max(0, length))
}

/** Replaces text by text: `$&` and its like mean nothing here. */
function replaced(text: string, word: string, by: string, times: number, meter: Meter): string {
  const parts = times === 1 ? halves(text, word) : partsOf(text, word)
  const length = text.length + (parts.length - 1) * by.length
  if (length > text.length) meter.checkText(length)
  meter.spendText(length)
  return parts.join(by)
}

function halves(text: string, word: string): string[] {
  const at = text.indexOf(word)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + word.length)]
}

function partsOf(text: string, separator: string): string[] {
  const parts = text.split(separator, maxParts + 1)
  if (parts.length > maxParts) throw new Refusal('TOO_BIG', 'parts')
  return parts
}

function split(text: string, separator: string, meter: Meter): DataList {
  const parts = partsOf(text, separator)
  meter.spend(parts.length)
  return new DataList(parts)
}

function padded(
  text: string,
  side: 'padStart' | 'padEnd',
  length: number,
  by: string,
  meter: Meter,
): string {
  if (length > text.length) meter.checkText(length)
  return side === 'padStart' ? text.padStart(length, by) : text.padEnd(length, by)
}
