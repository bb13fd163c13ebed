import type { DayGroup } from '../../../../shared/domain/report/day-groups.ts'

/** A line of the table: what a day comes to, above its rows, or a row by its place in the report. */
export type TableLine<Sum> =
  | { kind: 'day'; group: DayGroup<Sum> }
  | { kind: 'row'; index: number; group: DayGroup<Sum> | null }

/** The lines of a report whose rows stand in groups, each under a line of its own; without groups a line is a row. */
export function dayLines<Sum>(groups: readonly DayGroup<Sum>[], rows: number) {
  /** Which group a line is of: as many lines of days stand above its first row as there are groups up to it. */
  const groupAt = (line: number) => lastWhere(groups, (group, place) => group.first + place <= line)
  const groupOf = (index: number) => lastWhere(groups, (group) => group.first <= index)
  function at(line: number): TableLine<Sum> {
    const place = groupAt(line)
    const group = groups[place]
    if (!group) return { kind: 'row', index: line, group: null }
    const index = line - place - 1
    return index < group.first ? { kind: 'day', group } : { kind: 'row', index, group }
  }
  return {
    count: (groups.at(-1)?.end ?? rows) + groups.length,
    at,
    /** The row that stands at a line, or first below it. */
    rowFrom(line: number): number {
      const one = at(line)
      return one.kind === 'day' ? one.group.first : one.index
    },
    lineOf: (index: number) => index + groupOf(index) + 1,
    /** Where what a row stands under begins: the line of its day above the first of them, else its own. */
    topOf(index: number): number {
      const place = groupOf(index)
      return groups[place]?.first === index ? index + place : index + place + 1
    },
  }
}

/** The place of the last one of which this holds, as it does of all before; -1: of none. */
function lastWhere<T>(all: readonly T[], holds: (one: T, place: number) => boolean): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = all[middle]
    if (one !== undefined && holds(one, middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}
