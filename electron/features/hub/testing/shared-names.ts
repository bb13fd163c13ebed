import { isRecord } from '../../../../shared/domain/text/json.ts'

// Who may say what names a register, in memory: the triggers of hub.shared (schema/*-own-lines, *-own-names, *-own-labels).

/** A register as the hub knows it. */
export interface NamedRegister {
  code: string
  name: string
  isRetired: boolean
}
export interface Names {
  registers: () => readonly NamedRegister[]
  /** hub.writes_of: whether what the second one wrote is the first one's to say, too. */
  writesOf: (teller: string, author: string) => boolean
}
interface Said {
  kind: string
  key: string
  body: unknown
}

const textIn = (body: unknown, field: string): string | null => {
  const found = isRecord(body) ? (body[field] ?? null) : null
  return found === null || typeof found === 'string' ? found : JSON.stringify(found)
}
const plain = (name: string) => name.replace(/^ +| +$/g, '').toLowerCase()

/** hub.name_is_own */
function nameIsOwn({ registers, writesOf }: Names, teller: string, said: Said, isNew: boolean) {
  const { kind, key, body } = said
  const field = { debt: 'by', debtor: 'home' }[kind]
  const named = field === undefined ? (key.split(' ')[1] ?? '') : textIn(body, field)
  const called = kind === 'close' ? textIn(body, 'name') : null
  if (named === null || !/^C[1-9][0-9]*$/.test(named)) return false
  return registers().every(({ code, name, isRetired }) => {
    const isCalled = called !== null && plain(name) === plain(called)
    if (code !== named) return !isCalled
    return (called === null || isCalled) && ((isRetired && isNew) || writesOf(teller, code))
  })
}

/** Whether a register may say this of what names one; `known`: what is there, and who said it. */
export function mayBeSaid(
  names: Names,
  teller: string,
  said: Said,
  known: { body: unknown; by: string } | undefined,
): boolean {
  const { kind, body } = said
  // Whoever buys on credit is said by any that knows them, as one that came to another branch does.
  if (!known) return !['debt', 'close'].includes(kind) || nameIsOwn(names, teller, said, true)
  const authorOf = (code: string | null) => names.registers().find((one) => one.code === code)?.code
  switch (kind) {
    case 'close':
      return nameIsOwn(names, teller, said, false)
    case 'debt': {
      // hub.line_stays
      if (known.body === null) return true
      const author = textIn(known.body, 'by')
      const by = textIn(body, 'by')
      const isNamed = by !== null && [teller, author].includes(by)
      return isNamed && names.writesOf(teller, authorOf(author) ?? known.by)
    }
    case 'debtor': {
      // hub.debtor_stays, and its name
      const [home, next] = [known.body, body].map((one) => textIn(one, 'home'))
      const isSame = home === next && textIn(known.body, 'number') === textIn(body, 'number')
      if (isSame) return true
      const author = authorOf(home ?? null)
      if (body === null || (author !== undefined && !names.writesOf(teller, author))) return false
      return home === next || nameIsOwn(names, teller, said, false)
    }
    default:
      return true
  }
}
