import { JsonReader, NumberText } from './json-reader.ts'

export { NumberText }

/** What TypeScript's own library does not know yet of JSON (Node 22 and later have both). */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (
        this: unknown,
        key: string,
        value: unknown,
        context: { source?: string },
      ) => unknown,
    ): unknown
    rawJSON(text: string): unknown
  }
}

/** What each item of a list was read from. */
const sources = new WeakMap<object, string>()

/**
 * Parses JSON keeping every number as NumberText. Throws SyntaxError on what is not JSON, and on what nests deeper than
 * anything of the service does: so whatever goes through what was read may call itself level by level.
 */
export function parseExact(text: string): unknown {
  return new JsonReader(text, sources).read()
}

/** What a JSON text holds, as `parse` reads it; null where it is no JSON. */
export function jsonOrNull(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text)
  } catch (caught) {
    if (caught instanceof SyntaxError) return null
    throw caught
  }
}

/** The text, exactly as it came, of an item of a list that parseExact read; else its JSON. */
export function sourceText(value: unknown): string {
  const source = typeof value === 'object' && value !== null ? sources.get(value) : undefined
  return source ?? exactText(value)
}

/** The JSON text of what parseExact gave; numbers keep their digits. */
export function exactText(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

/** Whether a value is a JSON object (not an array, a number or null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  )
}

/** As every database keeps it: some know neither the sign of number 0 nor half a sign. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** What PostgreSQL takes for no JSON where it stands in one. */
const unstorable = /\\u(?:0000|d[89a-f])/i

/**
 * The JSON of a value, each text of it as every database keeps it, also where that is JSON itself, as the report of a Z. Hardly
 * any has to be changed: text by text is only looked where all of it together says so.
 */
export function storableJson(value: unknown): string {
  const text = exactText(value)
  return unstorable.test(text) ? JSON.stringify(value, storableValue) : text
}

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? storableWithin(storableText(value)) : value

function storableWithin(text: string): string {
  if (!unstorable.test(text) || !/^[[{]/.test(text)) return text
  const inner = jsonOrNull(text)
  return inner === null ? text : JSON.stringify(inner, storableValue)
}
