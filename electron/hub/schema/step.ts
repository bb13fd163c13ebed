/** One step of the hub's shape in PostgreSQL: never edited once released, and it only adds. */
export interface SchemaStep {
  /** Time and purpose, sorting by time. */
  id: string
  sql: string
}
