import type { PaperWidth } from '../../../../shared/contract/receipts.ts'
import { qrPath } from '../../../../shared/domain/receipt/receipt-qr.ts'
import { escapeHtml } from '../../../../shared/domain/text/escape-html.ts'
import { sheets } from '../../../../shared/domain/receipt/sheet.ts'
import type { Slip, SlipLine } from '../../../../shared/domain/receipt/slip.ts'
import type { PrintPage } from '../../../host/host.ts'

/** Each paper in millimetres: the sheet, what of it a printer can reach, and the size of its letters in points. */
const papers = {
  '58': { width: 58, height: null, text: 48, points: 8.5, qr: 26 },
  '80': { width: 80, height: null, text: 72, points: 10, qr: 30 },
  letter: { ...sheets.letter, text: 130, points: 11, qr: 34 },
  a4: { ...sheets.a4, text: 130, points: 11, qr: 34 },
} as const satisfies Record<PaperWidth, object>

/** A slip as one static page for paper: no script, nothing fetched, every text escaped. */
export function slipPage(slip: Slip, paper: PaperWidth): PrintPage {
  const { width, height, text, points, qr } = papers[paper]
  const style = [
    `@page{size:${width}mm ${height === null ? 'auto' : `${height}mm`};margin:0}`,
    'html,body{margin:0;background:#fff;color:#000}',
    `body{width:${width}mm;font:${points}pt/1.3 Arial,"Liberation Sans",Helvetica,sans-serif;font-variant-numeric:tabular-nums}`,
    `main{width:${text}mm;margin:0 auto;padding:${height === null ? '3mm 0 4mm' : '18mm 0'}}`,
    'p{margin:.25em 0;overflow-wrap:anywhere}',
    '.center{text-align:center}.bold{font-weight:bold}.small{font-size:.82em}.large{font-size:1.3em;line-height:1.15}',
    '.row,.total{display:flex;flex-wrap:wrap;justify-content:space-between;column-gap:2mm;margin:.15em 0}',
    '.row b,.total b{margin-left:auto;text-align:right;overflow-wrap:anywhere}.row b{font-weight:normal}',
    '.total{font-weight:bold;font-size:1.3em;margin:.25em 0}',
    'h2{font-size:1em;margin:.8em 0 .3em;break-after:avoid}.row{break-inside:avoid}',
    'hr{border:0;border-top:.3mm dashed #000;margin:1.2mm 0}',
    '.sign{margin-top:14mm;border-top:.3mm solid #000;padding-top:1mm;text-align:center}',
    `svg{display:block;width:${qr}mm;height:${qr}mm;margin:1.5mm auto}`,
  ]
  const html = [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<title>${escapeHtml(slip.title)}</title><style>${style.join('')}</style></head>`,
    `<body><main>${slip.lines.map(lineHtml).join('')}</main></body></html>`,
  ]
  return { html: html.join(''), width, height }
}

function lineHtml(line: SlipLine): string {
  switch (line.kind) {
    case 'text': {
      const classes = [line.align, line.size, line.bold ? 'bold' : ''].filter(Boolean).join(' ')
      return `<p class="${classes}">${escapeHtml(line.text)}</p>`
    }
    case 'row': {
      const note = line.note ? `<p class="small">${escapeHtml(line.note)}</p>` : ''
      return pair('row', line) + note
    }
    case 'total':
      return pair('total', line)
    case 'head':
      return `<h2>${escapeHtml(line.text)}</h2>`
    case 'rule':
      return '<hr>'
    case 'signature':
      return `<p class="sign">${escapeHtml(line.label)}</p>`
    case 'qr': {
      const { size, path } = qrPath(line.data)
      return `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
    }
  }
}

function pair(kind: 'row' | 'total', { label, value }: { label: string; value: string }): string {
  return `<div class="${kind}"><span>${escapeHtml(label)}</span><b>${escapeHtml(value)}</b></div>`
}
