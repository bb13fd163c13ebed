import { isElement, separator, type Element } from './elements.ts'

/** The lengths that GS1 fixes: after them no separator is needed. */
const fixedLength: Readonly<Record<string, number>> = { '415': 13, '12': 6 }
const identifiers = ['415', '8020', '96', '12', ...'0123456789'].map((ai) =>
  ai.length === 1 ? `390${ai}` : ai,
)

/** Elements whose identifiers stand in parentheses, or null when they do not. */
export function splitPrinted(text: string): Element[] | null {
  const parts = text.split(/\((415|8020|390\d|96|12)\)/)
  if (parts.length < 3 || parts[0] !== '') return null
  const elements: Element[] = []
  for (let at = 1; at + 1 < parts.length; at += 2) {
    elements.push({ ai: parts[at] ?? '', value: (parts[at + 1] ?? '').replaceAll(separator, '') })
  }
  return elements
}

/** Elements with a separator after each of free length, as GS1 has it. */
export function splitSeparated(text: string): Element[] {
  const elements: Element[] = []
  for (const segment of text.split(separator)) {
    let rest = segment
    while (rest !== '') {
      const ai = identifiers.find((one) => rest.startsWith(one))
      // What a bill's reader does not know (91, 10 ...) runs to its separator and is carried unread.
      if (ai === undefined) {
        elements.push({ ai: rest.slice(0, 2), value: rest.slice(2) })
        break
      }
      const from = ai.length
      const to = from + (fixedLength[ai] ?? rest.length)
      elements.push({ ai, value: rest.slice(from, to) })
      rest = rest.slice(to)
    }
  }
  return elements
}

/** The order in which bills are printed; a due date of six digits may also stand right after the payee. */
const order = { payee: 0, earlyDate: 1, reference: 2, amount: 3, date: 4 } as const
type Place = (typeof order)[keyof typeof order]

interface Step {
  place: Place
  ai: string
}

/** What may come after an element of `place`. */
function followers(place: Place): Step[] {
  const references: Step = { place: order.reference, ai: '8020' }
  const amounts = identifiers
    .filter((ai) => ai.startsWith('390'))
    .map((ai): Step => ({ place: order.amount, ai }))
  const dates: Step[] = ['96', '12'].map((ai) => ({ place: order.date, ai }))
  if (place === order.payee) return [{ place: order.earlyDate, ai: '12' }, references]
  if (place === order.earlyDate) return [references]
  if (place === order.reference) return [references, ...amounts, ...dates]
  return place === order.amount ? dates : []
}

/** More ways than a person would choose among. */
const mostWays = 24

/**
 * Every way to read a code of which the scanner sent no separators: where a reference or an amount ends is known
 * only by what can come after it. The order is that in which bills are printed.
 */
export function splitRaw(text: string): Element[][] {
  const ways: Element[][] = []
  /** What was tried before and led nowhere. */
  const dead = new Set<string>()

  function walk(rest: string, place: Place, before: readonly Element[]): void {
    if (rest === '' && before.some(({ ai }) => ai === '8020')) ways.push([...before])
    const isDated = before.some(({ ai }) => ai === '12')
    const here = `${rest.length} ${place} ${isDated}`
    if (rest === '' || ways.length >= mostWays || dead.has(here)) return
    const found = ways.length
    for (const step of followers(place)) {
      const isSecondDate = step.place === order.date && isDated
      if (rest.startsWith(step.ai) && !isSecondDate) take(rest.slice(step.ai.length), step, before)
    }
    if (ways.length === found) dead.add(here)
  }

  function take(rest: string, { place, ai }: Step, before: readonly Element[]): void {
    const fixed = fixedLength[ai] ?? (ai === '96' ? 8 : null)
    const longest = Math.min(rest.length, fixed ?? (ai === '8020' ? 25 : 15))
    for (let length = longest; length >= (fixed ?? 1); length -= 1) {
      const element = { ai, value: rest.slice(0, length) }
      if (isElement(element)) walk(rest.slice(length), place, [...before, element])
    }
  }

  if (text.startsWith('415')) take(text.slice(3), { place: order.payee, ai: '415' }, [])
  return ways
}
