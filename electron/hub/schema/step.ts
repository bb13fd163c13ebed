/** One step of the hub's shape in PostgreSQL: never edited once released, and it only adds. */
export interface SchemaStep {
  /** Time and purpose, sorting by time. */
  id: string
  sql: string
}

/** A part of an earlier step, anew with what is other now. @throws Error where it is not there as this step knows it */
export function anew(
  text: string | undefined,
  changes: readonly (readonly [string, string])[],
): string {
  return changes.reduce((sql, [from, to]) => {
    if (!sql.includes(from)) throw new Error(`not in an earlier step: ${from}`)
    return sql.replace(from, to)
  }, text ?? '')
}
