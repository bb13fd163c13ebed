import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../measure.ts'
import type { YearsPlan } from './plan.ts'

/** A register of years and one on its first day, each in its folder, in one run. */
export interface Pair {
  plan: YearsPlan
  years: string
  empty: string
}

/** How large the file of a register's journal is. */
export const journalBytes = (folder: string): number => statSync(join(folder, 'journal.db')).size

/** One figure, and the most that it should be. */
export function result(name: string, figure: number, unit: string, target: number): Result {
  return { name, value: figured(figure, unit), target: `${target} ${unit}`, met: figure <= target }
}

/** A figure that has no target of its own. */
export function noted(name: string, figure: number, unit: string): Result {
  return { name, value: figured(figure, unit), target: '', met: null }
}

/** How many times as long, or as much, as something bare in the same run. */
export function ratio(
  name: string,
  [one = 0, other = 0]: readonly number[],
  target: number,
  unit = 'ms',
): Result {
  const value = `${(one / other).toFixed(2)} x (${figured(one, unit)} / ${figured(other, unit)})`
  return { name, value, target: `${target} x`, met: one / other <= target }
}

export function againstEmpty(name: string, times: readonly number[], target: number): Result {
  return ratio(`${name}, against the empty journal`, times, target)
}

/** The time that 95 of a hundred stay below. */
export function p95(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
}

function figured(figure: number, unit: string): string {
  return `${figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0)} ${unit}`
}
