import { chartSchema, type Chart } from '../../../shared/domain/books/chart.ts'
import { bookRoleSchema } from '../../../shared/domain/books/roles.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Translate } from '../../../shared/words/words.ts'
import { firstSheet } from './first-sheet.ts'
import { sheetFile } from './formats/sheet-file.ts'

/** The map as a sheet: what each role is in words, what the program reads, and its account. Every role has a row. */
export function chartFile({ lines }: Chart, say: Translate): Promise<Buffer> {
  const missing = bookRoleSchema.options
    .filter((role) => !lines.some((line) => line.role === role && line.part === ''))
    .map((role) => ({ role, part: '', account: '', third: '', centre: '' }))
  const heading = (['meaning', 'role', 'part', 'account', 'third', 'centre'] as const).map((name) =>
    say(`books.column.${name}`),
  )
  const rows = [...lines, ...missing].map(({ role, part, account, third, centre }) => [
    ...[say(`books.role.${role}`), role, part, account, third, centre],
  ])
  return sheetFile(say('books.chart'), [heading, ...rows])
}

/** More rows than a map may have are none; so is a text that no field takes. */
const [mostRows, mostText] = [2_000, 200]

/** Reads the lines back into a map; rows without an account are none. @throws Failure FILE_NOT_A_CHART */
export async function readChartFile(file: Buffer, before: Chart): Promise<Chart> {
  const sheet = await firstSheet(file).catch((cause: unknown) => {
    throw new Failure('FILE_NOT_A_CHART', { row: 1 }, { cause })
  })
  const lines: unknown[] = []
  const known = new Set<string>()
  sheet.eachRow((row, number) => {
    const refuse = () => new Failure('FILE_NOT_A_CHART', { row: number })
    const [role, part, account, third, centre] = [2, 3, 4, 5, 6].map((at) => {
      const { text } = row.getCell(at)
      if (number > mostRows || text.length > mostText) throw refuse()
      return text.trim()
    })
    if (number === 1 || !account) return
    // Of two accounts for the same nobody could say which is meant.
    const isTwice = known.size === known.add(`${role}\n${part}`).size
    if (isTwice || !bookRoleSchema.safeParse(role).success) throw refuse()
    lines.push({ role, part, account, third, centre })
  })
  const read = chartSchema.safeParse({ ...before, lines })
  if (!read.success || lines.length === 0) throw new Failure('FILE_NOT_A_CHART', { row: 1 })
  return read.data
}
