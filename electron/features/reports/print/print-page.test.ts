import { expect, test } from 'vitest'
import type { ListedRow } from '../../../../shared/contract/reports.ts'
import { printedReport } from '../testing/printed-report.ts'
import { reportPage } from './print-page.ts'

const rowsIn = (html: string) => html.split('<table class="list">')[1]?.split('<tr>').length ?? 0

test('says how many rows are not on the paper, and holds the totals of all', () => {
  const { html, width, height } = reportPage(printedReport(2_500))
  expect([width, height]).toEqual([210, 297])
  const letter = reportPage(printedReport(1, { sheet: 'letter' }))
  expect(letter).toMatchObject({ width: 216, height: 279 })
  expect(letter.html).toContain('@page{size:216mm 279mm')
  expect(html).toContain('Se imprimen 1.000 de 2.500 filas.')
  expect(html).toContain('No se imprimen otros 30 productos')
  expect(rowsIn(html)).toBe(1 + 1000 + 1)
  expect(html).toContain('2.375 ventas')
  expect(html).toContain('$\u00a02.375.000')
  expect(html).toContain('Completo: cada día se comprobó')
})

test('prints a small one whole, marks what only the journal knows, and says when it is filtered', () => {
  const report = printedReport(3, { isFiltered: true })
  const [first, ...others] = report.rows
  if (!first) throw new Error('no rows')
  const { html } = reportPage({ ...report, rows: [{ ...first, fromJournal: true }, ...others] })
  expect(html).toContain('Se imprimen todas las filas: 3.')
  expect(html).toContain('(de esta caja)')
  expect(html).toContain('no es todo lo del periodo')
})

test('calls nothing complete while something of it may still change', () => {
  const { completeness } = printedReport(1)
  const { html } = reportPage(
    printedReport(1, { completeness: { ...completeness, movingDays: ['2026-10-02'] } }),
  )
  expect(html).toContain('Completo por ahora')
})

test('of several registers it says which, and calls nothing complete while one is behind', () => {
  const { completeness } = printedReport(1)
  const one = { code: 'C2', name: 'Caja <2>' }
  const registers = { only: null, registers: [] }
  const whole = reportPage(
    printedReport(1, { registers, completeness: { ...completeness, behind: [] } }),
  )
  expect(whole.html).toContain('Cajas: todas (0)')
  expect(whole.html).toContain('Completo: cada día')
  const until = Date.parse('2026-10-20T15:00:00Z')
  const behind = [{ ...one, why: 'behind', until } as const]
  const { html } = reportPage(
    printedReport(1, {
      registers: { only: 'Norte', registers: [] },
      completeness: { ...completeness, complete: false, behind },
    }),
  )
  expect(html).toContain('Cajas: Norte')
  expect(html).toContain('INCOMPLETO: de C2 · Caja &lt;2&gt; solo está todo hasta 2026-10-20 10:00')
  expect(html).not.toContain('Completo')
  const forked = [{ ...one, why: 'forked', until } as const]
  const lacking = { ...completeness, complete: false, behind: forked, unlistedSales: 2 }
  expect(reportPage(printedReport(1, { registers, completeness: lacking })).html).toContain(
    'INCOMPLETO: 2 ventas de las cajas',
  )
})

test('lets no text become markup', () => {
  const evil = '<script>alert(1)</script>"\'&'
  const report = printedReport(1, { profileName: evil })
  const [first] = report.rows
  if (!first) throw new Error('no rows')
  const { html } = reportPage({
    ...report,
    rows: [
      { ...first, id: evil, product: { id: evil, name: evil }, statusId: 'x', statusName: evil },
    ],
    totals: {
      ...report.totals,
      byProduct: report.totals.byProduct.map((one) => ({ ...one, name: evil })),
    },
  })
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test('in the order of time rows stand under their day, with what it comes to as the sums by day have it', () => {
  const report = printedReport(20)
  const { html } = reportPage(report)
  const list = html.slice(html.indexOf('<table class="list">'))
  const lines = [...list.matchAll(/<tr( class="day")?>(.*?)<\/tr>/g)].slice(1)
  const heads = lines.filter(([, day]) => day !== undefined).map(([, , text = '']) => text)
  expect(heads).toHaveLength(report.totals.byDay.length)
  expect(lines[0]?.[2]).toContain('<b>vie 9 oct 2026 · 2 ventas</b>')
  // The first day has three rows, one of them rejected: its subtotal is of the approved, as the total is.
  expect(heads.at(-1)).toContain('3 ventas')
  expect(heads.at(-1)).toContain('Aprobado $\u00a02.000')
  const first = report.rows[0]?.createdAt?.local.slice(0, 10)
  expect(
    report.rows.findIndex(({ createdAt }) => !createdAt?.local.startsWith(first ?? '')) + 1,
  ).toBe(lines.slice(1).findIndex(([, day]) => day !== undefined) + 1)
  expect(reportPage({ ...report, byTime: null }).html).not.toContain('class="day"')
})

test('what this register knows of its own sales has columns where there are any', () => {
  const report = printedReport(2)
  const own: ListedRow['own'] = {
    cashier: 'Ana',
    tender: { kinds: ['transfer', 'cash'], via: 'Nequi' },
    customer: '••• 4567',
  }
  const rows = report.rows.map((row, at) => ({ ...row, own: at === 0 ? own : null }))
  const { html } = reportPage({ ...report, rows, own: ['cashier', 'tender', 'customer'] })
  for (const text of [
    '<td class="cashier">Ana',
    '>Transferencia Nequi + Efectivo<',
    '••• 4567',
    '>Pago<',
  ]) {
    expect(html).toContain(text)
  }
  expect(reportPage({ ...report, rows, own: ['cashier'] }).html).not.toContain('Nequi')
})
