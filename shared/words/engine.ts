import {
  compile,
  createCoreContext,
  registerMessageCompiler,
  resolveWithKeyValue,
  translate,
} from '@intlify/core-base'

/** The words of a language: texts by name, at any depth. */
export interface Texts {
  readonly [name: string]: string | readonly string[] | Texts
}

/** The keys `a.b.c` of all texts. */
export type KeyOf<T extends Texts, Before extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends string
    ? `${Before}${Name}`
    : T[Name] extends Texts
      ? KeyOf<T[Name], `${Before}${Name}.`>
      : never
}[keyof T & string]

/** The keys of what is several texts in an order. */
export type ListKeyOf<T extends Texts, Before extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends readonly string[]
    ? `${Before}${Name}`
    : T[Name] extends Texts
      ? ListKeyOf<T[Name], `${Before}${Name}.`>
      : never
}[keyof T & string]

/** The names that stand right below a key: of `state.word`, the faces of a sale. */
export type NameIn<
  Key extends string,
  Parent extends string,
> = Key extends `${Parent}.${infer Name}` ? Name : never

/** What stands for `{name}` in a text; `null` and what is not given are a dash. */
export type Values = Readonly<Record<string, string | number | null | undefined>>

/** Says things in a language. */
export interface Say<Key extends string> {
  /**
   * A text, its `{name}`s filled in. `count` (alone, or after values) chooses among its forms `one | many` or
   * `none | one | many`, and fills `{count}` and `{n}` where `values` do not.
   */
  (key: Key, values?: Values | number, count?: number): string
}

/** Says things in one language. */
export interface SaysWords<Key extends string, ListKey extends string> extends Say<Key> {
  /** A text as it stands, its `{name}`s to be filled in by `fillIn`: for who takes it apart first. */
  unfilled(key: Key, count?: number): string
  /** Several texts in their order: the titles of columns. */
  list(key: ListKey): readonly string[]
}

/** The words of every language that there is, by its code. */
export interface Translators<Language extends string, Key extends string, ListKey extends string> {
  in(language: Language): SaysWords<Key, ListKey>
  /** Whether there is such a text: for keys made of what the service says. */
  has(key: string): key is Key
}

registerMessageCompiler(compile)

/** What is asked for again and again (a cell of each row) is worked out once. */
const isPlain = (text: string) => !/[{|@]/.test(text)

/**
 * The words of some languages, in vue-i18n's message format. What a language does not have is said in the first one.
 * No message is compiled by `eval`. `written`: how many of something there are, in figures.
 */
export function createTranslators<T extends Texts, Language extends string>(
  first: Language,
  texts: Readonly<Record<string, T>>,
  written: (count: number) => string = String,
): Translators<Language, KeyOf<T>, ListKeyOf<T>> {
  const messages: Record<string, Record<string, string>> = {}
  const lists = new Map<string, readonly string[]>()
  for (const [language, tree] of Object.entries<Texts>(texts)) {
    const flat: Record<string, string> = {}
    flatten(tree, '', flat, (key, list) => lists.set(`${language} ${key}`, list))
    messages[language] = flat
  }
  const context = createCoreContext({
    locale: first,
    fallbackLocale: first,
    messages,
    messageResolver: resolveWithKeyValue,
    missingWarn: false,
    fallbackWarn: false,
    warnHtmlMessage: false,
  })

  function translator(language: Language): SaysWords<KeyOf<T>, ListKeyOf<T>> {
    const own = messages[language]
    const text = (key: string) => own?.[key] ?? messages[first]?.[key] ?? key

    function unfilled(key: string, plural?: number): string {
      const message = text(key)
      if (isPlain(message)) return message
      const names: Record<string, string> = {}
      for (const [whole, name = ''] of message.matchAll(/\{(\w+)\}/g)) names[name] = whole
      const said = translate(context, key, names, { locale: language, plural })
      return typeof said === 'string' ? said : message
    }

    function say(key: string, given: Values | number = {}, count?: number): string {
      const plural = typeof given === 'number' ? given : count
      const values = typeof given === 'number' ? {} : given
      const counts = { count: values['count'] ?? plural, n: values['n'] ?? plural }
      return fillIn(unfilled(key, plural), { ...values, ...counts }, written)
    }

    const list = (key: string) =>
      lists.get(`${language} ${key}`) ?? lists.get(`${first} ${key}`) ?? []
    return Object.assign(say, { list, unfilled })
  }

  const made = new Map<Language, SaysWords<KeyOf<T>, ListKeyOf<T>>>()
  return {
    in(language) {
      const known = made.get(language) ?? translator(language)
      made.set(language, known)
      return known
    },
    has: (key): key is KeyOf<T> => Object.hasOwn(messages[first] ?? {}, key),
  }
}

function flatten(
  tree: Texts,
  before: string,
  flat: Record<string, string>,
  keepList: (key: string, list: readonly string[]) => void,
): void {
  for (const [name, value] of Object.entries(tree)) {
    const key = `${before}${name}`
    if (typeof value === 'string') flat[key] = holdFigures(value)
    else if (isList(value)) keepList(key, value)
    else flatten(value, `${key}.`, flat, keepList)
  }
}

const noBreak = '\u00a0'
/** What is written after a figure without being a word of the sentence: units of time, of size, of money. */
const unitAfter = /([\d}]) (?=(?:s|min|h|d|ms|KB|MB|GB|mm|cm|px|%|COP|USD)(?![\p{L}\p{N}]))/gu
const signBefore = /(\$|N\.º|\bNo\.|\bZ|\bX) (?=[\d{])/g

/** A figure stands in one line with its unit and its sign, wherever a sentence is broken. */
const holdFigures = (text: string) =>
  text.replace(unitAfter, `$1${noBreak}`).replace(signBefore, `$1${noBreak}`)

/**
 * A text with its `{name}`s filled in; what ends with a dot of its own ("3:04 p. m.", a sentence) ends ours too: the two are
 * one.
 */
export function fillIn(
  text: string,
  values: Values = {},
  written: (count: number) => string = String,
): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, dot: string) => {
    const value = values[name] ?? '—'
    const isCount = typeof value === 'number' && (name === 'count' || name === 'n')
    const said = isCount ? written(value) : String(value)
    return said.endsWith('.') ? said : said + dot
  })
}

const isList = (value: readonly string[] | Texts): value is readonly string[] =>
  Array.isArray(value)
