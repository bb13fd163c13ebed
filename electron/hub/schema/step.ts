/** One step of the hub's shape in PostgreSQL: never edited once released, and it only adds. */
export interface SchemaStep {
  /** Time and purpose, sorting by time. */
  id: string
  sql: string
}

/** A function of an earlier step, anew with what is other now. @throws Error where it is not there as this step knows it */
export function anew(
  { id, sql }: SchemaStep,
  name: string,
  changes: readonly (readonly [string, string])[],
): string {
  const text = new RegExp(
    `create (?:or replace )?(function hub\\.${name}\\([\\s\\S]*?\\n {6}end \\$\\$;)`,
  ).exec(sql)?.[1]
  if (text === undefined) throw new Error(`no hub.${name} in ${id}`)
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`not in an earlier step: ${from}`)
    return changed.replace(from, to)
  }, `create or replace ${text}`)
}
