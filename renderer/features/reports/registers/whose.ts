import type { RegisterChoices } from '../../../../shared/contract/accounting/registers.ts'
import type { RegisterBehind } from '../../../../shared/domain/report/registers.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'

/** Whose sales a report is of, as a choice of a list has it: this register's, all, those of a branch, or one by its code. */
export type Whose = 'own' | 'all' | `branch ${string}` | `register ${string}`

/** The register (by code) or branch that is read alone; null: all. */
export const onlyOf = (whose: Whose): string | null =>
  /^(?:branch|register) (.*)$/.exec(whose)?.[1] ?? null

export interface WhoseChoice {
  whose: Whose
  name: string
}

/** What there is to choose from, beside this register and all. A register's name comes before a branch's, so that a branch called alike cannot be named. */
export function choicesOf({ registers }: RegisterChoices): {
  branches: WhoseChoice[]
  registers: WhoseChoice[]
} {
  const taken = new Set(registers.flatMap(({ code, name }) => [code, name]))
  const branches = new Set(registers.flatMap(({ branch }) => branch ?? []))
  return {
    branches: [...branches]
      .filter((name) => !taken.has(name))
      .toSorted((a, b) => a.localeCompare(b))
      .map((name) => ({ whose: `branch ${name}`, name })),
    registers: registers.map(({ code, name }) => ({
      whose: `register ${code}`,
      name: `${code} · ${name}`,
    })),
  }
}

/** Whether what was read of some days holds all of others. */
export const covers = (read: DayRange, days: DayRange): boolean =>
  read.from <= days.from && days.to <= read.to

/** So many registers of which something may be missing are named; of more it is said how many. */
export const mostNamed = 3

export const namedOf = (behind: readonly RegisterBehind[]): string =>
  behind
    .slice(0, mostNamed)
    .map(({ code, name }) => `${code} · ${name}`)
    .join(', ')
