import { readFileSync } from 'node:fs'
import { read, utils } from 'xlsx'
import type { Sandbox } from '../../sandbox/http/server.ts'
import type { ReportRange } from '../../shared/contract/reports.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'

// A line for each sale, sorted: of the service's ledger, and of a workbook, to be held against each other.

/** What the service has in its ledger. */
export function ledgerLines(sandbox: Sandbox, range: ReportRange): string[] {
  return sandbox.ledger
    .transactions(range)
    .map(({ id, amount, createdAt }) => `${id} ${decimalFromMinor(amount)} ${createdAt}`)
    .toSorted()
}

/** What a program that is not ours reads in the workbook. */
export function workbookLines(path: string): string[] {
  const { Sheets, SheetNames } = read(readFileSync(path))
  const name = SheetNames.find((one) => one === 'Ventas') ?? ''
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {})
  return rows
    .filter((row) => /^\d+$/.test(String(row['Id'])) && typeof row['Fecha y hora'] === 'number')
    .map((row) => {
      // A date in a sheet is days since 1899-12-30, in a fraction: the second is the nearest one.
      const second = Math.round((Number(row['Fecha y hora']) - 25_569) * 86_400) * 1000
      const time = new Date(second).toISOString().slice(0, 19).replace('T', ' ')
      return `${String(row['Id'])} ${String(row['Valor COP'])} ${time}`
    })
    .toSorted()
}
