import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { read, utils, type WorkSheet } from 'xlsx'
import { z } from 'zod'

const cellSchema = z.object({
  t: z.string(),
  v: z.union([z.string(), z.number()]).optional(),
  f: z.string().optional(),
  l: z.unknown().optional(),
  z: z.string().optional(),
})

/** For tests: a workbook as SheetJS reads it. */
export function readBack(path: string) {
  const book = read(readFileSync(path), { cellDates: false, cellNF: true, cellFormula: true })
  const sheet = (name: string): WorkSheet => {
    const found = book.Sheets[name]
    if (!found) throw new Error(`no sheet ${name}`)
    return found
  }
  return {
    names: book.SheetNames,
    sheet,
    cell: (name: string, address: string) => cellSchema.parse(sheet(name)[address]),
    /** A sheet's lines, each a list of values; null where a cell is empty. */
    lines: (name: string): unknown[][] =>
      utils.sheet_to_json<unknown[]>(sheet(name), { header: 1, defval: null }),
    /** The rows of a sheet whose heads stand in its first row, but the total's. */
    rows(name: string): Record<string, unknown>[] {
      return utils.sheet_to_json<Record<string, unknown>>(sheet(name)).slice(0, -1)
    },
    /** The lines under the one that begins with this text, up to the first whose first cell is empty. */
    under(name: string, head: string): unknown[][] {
      const all = this.lines(name)
      const from = all.findIndex(([first]) => first === head) + 1
      if (from === 0) throw new Error(`no line ${head} in ${name}`)
      const rest = all.slice(from)
      const end = rest.findIndex(([first]) => first === null || first === '')
      return end < 0 ? rest : rest.slice(0, end)
    },
  }
}

/** For tests: a sheet as it stands in the file, from 1: of how it is printed SheetJS says nothing. */
export function xmlOf(path: string, sheet: number): string {
  const { files } = z
    .object({
      files: z.record(z.string(), z.object({ content: z.instanceof(Uint8Array).optional() })),
    })
    .parse(read(readFileSync(path), { bookFiles: true }))
  return String(Buffer.from(files[`xl/worksheets/sheet${sheet}.xml`]?.content ?? []))
}

/** For tests: a Python that has openpyxl, or null; Debian's is not always the first in the path. */
export const pythonWithOpenpyxl: string | null =
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import openpyxl']).status === 0,
  ) ?? null

/** For tests: what a Python script prints, which gets these arguments. */
export function runPython(python: string, script: string, ...args: readonly string[]): string {
  return String(execFileSync(python, ['-c', script, ...args])).trim()
}
