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

/** A JSON number with its text exactly as it came, so that no digit of money is ever lost. */
export class NumberText {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  /** Writes the same digits again when stringified. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source)
  }

  toString(): string {
    return this.source
  }
}

/** Parses JSON keeping every number as NumberText; throws SyntaxError on what is not JSON. */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value, context) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value,
  )
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
