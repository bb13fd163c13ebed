import { foldText } from '../../../../shared/domain/text/fold-text.ts'

/** A top-up as its operator is called at the counter. */
export interface Operator<P> {
  product: P
  /** Without the words that all of them begin with ("Recarga"). */
  name: string
  /** The least that is typed to choose it, in capitals; empty where letters alone do not tell it from the others. */
  key: string
}

/** What the operators of these top-ups are called, in their order. */
export function operatorsOf<P extends { name: string }>(products: readonly P[]): Operator<P>[] {
  const words = products.map(({ name }) => name.trim().split(/\s+/))
  const shared = sharedWords(words.map((ones) => ones.map(foldText)))
  const operators = products.map((product, at) => ({
    product,
    name: words[at]?.slice(shared).join(' ') ?? product.name,
  }))
  return operators.map((operator) => ({ ...operator, key: keyOf(operator, operators) }))
}

/** Whether a word of its name begins so. */
export const isCalled = ({ name }: { name: string }, letters: string): boolean =>
  ` ${foldText(name)}`.includes(` ${foldText(letters)}`)

/** How many words all begin with; each keeps one of its own. */
function sharedWords(names: readonly string[][]): number {
  const [first = []] = names
  if (names.length < 2) return 0
  const most = Math.min(...names.map(({ length }) => length)) - 1
  const differs = first.findIndex((word, at) => names.some((name) => name[at] !== word))
  return differs < 0 ? most : Math.min(differs, most)
}

function keyOf(operator: { name: string }, all: readonly { name: string }[]): string {
  const [letters = ''] = /^\p{L}+/u.exec(foldText(operator.name)) ?? []
  for (let length = 1; length <= letters.length; length += 1) {
    const key = letters.slice(0, length)
    if (all.every((other) => other === operator || !isCalled(other, key))) return key.toUpperCase()
  }
  return ''
}
