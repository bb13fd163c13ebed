/** What the owner earns: each is null where the contract knows nothing of it. */
const owners: ReadonlySet<string> = new Set(['tip', 'incentive'])

/** An answer as it is for whoever may not see commissions. What was given is left as it was. */
export function withoutCommissions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCommissions)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      owners.has(name) ? null : withoutCommissions(inner),
    ]),
  )
}
