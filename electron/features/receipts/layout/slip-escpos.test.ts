import { describe, expect, test } from 'vitest'
import {
  codePageSchema,
  printerSchema,
  type Printer,
} from '../../../../shared/contract/receipts.ts'
import {
  receiptFormatting,
  receiptMoment,
  saleSample,
} from '../../../../shared/domain/receipt/receipt-samples.ts'
import { businessSample } from '../../../../shared/domain/testing/business-sample.ts'
import { receipt } from '../../../../shared/domain/receipt/receipt.ts'
import { slipSchema, type Slip, type SlipDraft } from '../../../../shared/domain/receipt/slip.ts'
import { codePageLines, drawerPulse, slipEscPos } from './slip-escpos.ts'
import { wrapText } from './slip-lines.ts'
import { decodeEscPos, paperText } from '../testing/escpos-decoder.ts'

const printer = (changes: Partial<Printer> = {}): Printer => printerSchema.parse(changes)
const slipOf = (...lines: SlipDraft['lines']): Slip => slipSchema.parse({ title: 'Prueba', lines })

function receiptSlip(): Slip {
  const cash = { kind: 'cash', received: { minor: 5_000_000, currency: 'COP' } } as const
  const options = { ...receiptFormatting, tender: cash, duplicateAt: receiptMoment }
  const slip = receipt(saleSample(), businessSample, options)
  if (!slip) throw new Error('no receipt')
  return slip
}

test.each([
  ['58', 32],
  ['80', 48],
] as const)('a receipt on %s mm is read back from its bytes', (paper, columns) => {
  const decoded = decodeEscPos(slipEscPos(receiptSlip(), printer({ paper })))
  const text = decoded.lines.map((line) => line.text.trim()).join('\n')
  for (const told of [
    'Comprobante de transacción',
    'DUPLICADO',
    'Recarga Clara',
    '******4567',
    '$ 20.000',
    'Vueltas',
    '$ 30.000',
    '6740c2f1e5b0a9d8c7b6a5f4',
    'Atendió',
  ])
    expect(text).toContain(told)
  const joined = text.replaceAll('\n', ' ')
  expect(joined).toContain('Tienda La Esquina')
  expect(joined).toContain('No es factura de venta ni documento equivalente.')
  expect(text.replaceAll('\n', '')).toContain('019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6')
  expect(decoded.qr).toEqual(['019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6 6740c2f1e5b0a9d8c7b6a5f4'])
  expect(decoded.cuts).toBe(1)
  for (const line of decoded.lines)
    expect(line.text.length * line.width).toBeLessThanOrEqual(columns)
  const loud = decoded.lines.find((line) => line.text.includes('DUPLICADO'))
  expect(loud).toMatchObject({ bold: true, width: 2, height: 2 })
  const total = decoded.lines.find((line) => line.text.includes('Total cobrado'))
  expect(total).toMatchObject({ bold: true, width: 1, height: 2 })
})

describe('letters', () => {
  const sentence = 'El pingüino Ñoño: ¿comió, bebió? ¡Sí! ÁÉÍÓÚ'

  test.each(['cp850', 'cp858', 'windows1252'] as const)(
    'of Spanish, all of them, in %s',
    (codePage) => {
      const bytes = slipEscPos(slipOf({ kind: 'text', text: sentence }), printer({ codePage }))
      expect(paperText(bytes)).toContain(sentence)
    },
  )

  test('without accents for a printer that has none', () => {
    const bytes = slipEscPos(
      slipOf({ kind: 'text', text: sentence }),
      printer({ codePage: 'ascii' }),
    )
    expect(paperText(bytes)).toContain('El pinguino Nono: comio, bebio? Si! AEIOU')
    expect(bytes.every((byte) => byte < 0x80)).toBe(true)
  })

  test('of no table at all are written by others', () => {
    const text = 'Señor “Pérez” – 3 × 2 … • 5 €'
    const bytes = slipEscPos(slipOf({ kind: 'text', text }), printer())
    expect(paperText(bytes)).toContain('Señor "Pérez" - 3 × 2 ... * 5 EUR')
  })

  test('shown in every table, for a person to choose', () => {
    const text = paperText(codePageLines(sentence, 48, codePageSchema.options))
    expect(text.split('\n').filter((line) => line === sentence)).toHaveLength(3)
    for (const page of codePageSchema.options) expect(text).toContain(page)
  })
})

describe('lines', () => {
  test('a value that does not fit beside its label stands below it', () => {
    const slip = slipOf({
      kind: 'row',
      label: 'Producto',
      value: 'Paquete de datos 6 GB por 30 días',
    })
    const [first, second, third] = paperText(slipEscPos(slip, printer({ paper: '58' }))).split('\n')
    expect([first, second, third]).toEqual([
      'Producto',
      '    Paquete de datos 6 GB por 30',
      '                            días',
    ])
  })

  test('every kind of line has its place', () => {
    const slip = slipOf(
      { kind: 'head', text: 'Ventas' },
      { kind: 'row', label: 'Recargas', value: '12', note: 'sin las que esperan' },
      { kind: 'rule' },
      { kind: 'signature', label: 'Firma del cajero' },
    )
    const text = paperText(slipEscPos(slip, printer({ columns: 24 })))
    expect(text.trimEnd().split('\n')).toEqual([
      '',
      'Ventas',
      'Recargas              12',
      '  sin las que esperan',
      '------------------------',
      '',
      '',
      '',
      '',
      '________________________',
      '    Firma del cajero',
    ])
  })

  test('words break at spaces, identifiers after a hyphen, anything else where the line ends', () => {
    expect(wrapText('uno dos tres', 8)).toEqual(['uno dos', 'tres'])
    expect(wrapText('019aa9d2-7c1e-7b52-9f3a', 20)).toEqual(['019aa9d2-7c1e-7b52-', '9f3a'])
    expect(wrapText('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'xxxxx'])
    expect(wrapText('', 10)).toEqual([])
  })
})

describe('words of the service', () => {
  const esc = '\u001b'
  const commands = `${esc}p\u0000\u0032\u00fa ${esc}i \u001dV\u0000 \u0010\u0014\u0001\u0000\u0001 ${esc}@`
  const forged = 'Recarga\n TOTAL        $ 0\r\nPAGADO\u2028x\u0085y\u202e0001\u200b'
  const kinds = (text: string): SlipDraft['lines'] => [
    { kind: 'text', text },
    { kind: 'text', text, size: 'large', align: 'center' },
    { kind: 'row', label: text, value: text, note: text },
    { kind: 'total', label: text, value: text },
    { kind: 'head', text },
    { kind: 'signature', label: text },
    { kind: 'qr', data: `a${text}` },
  ]

  test.each(codePageSchema.options)('command no printer, in %s', (codePage) => {
    const slip = slipOf(...kinds(commands + forged))
    // The decoder throws on any byte that no line of ours needs.
    const decoded = decodeEscPos(slipEscPos(slip, printer({ codePage, cut: false })))
    expect(decoded).toMatchObject({ cuts: 0, pulses: 0 })
    expect(decoded.qr).toHaveLength(1)
    for (const { text } of decoded.lines) expect(text).not.toMatch(/^PAGADO|^TOTAL/)
  })

  test.each(codePageSchema.options)('are letters only, whatever they hold, in %s', (codePage) => {
    for (let from = 0; from < 0x1_1000; from += 0x400) {
      const letters = Array.from({ length: 0x400 }, (_, at) => String.fromCodePoint(from + at))
      const raw: Slip = { title: 'x', lines: kindsRaw(letters.join('')) }
      expect(decodeEscPos(slipEscPos(raw, printer({ codePage, cut: false })))).toMatchObject({
        cuts: 0,
        pulses: 0,
      })
    }
  })

  /** Lines that no schema has read. */
  const kindsRaw = (text: string): Slip['lines'] => [
    { kind: 'text', text, align: 'start', size: 'normal', bold: false },
    { kind: 'qr', data: text },
  ]

  test('break no line of any paper', () => {
    const [line] = slipOf({ kind: 'text', text: forged }).lines
    expect(line).toMatchObject({ text: 'Recarga  TOTAL        $ 0 PAGADO x y0001' })
  })
})

test('the drawer opens by one pulse, and paper is cut only where it can be', () => {
  expect(decodeEscPos(drawerPulse())).toMatchObject({ pulses: 1, cuts: 0 })
  const whole = decodeEscPos(slipEscPos(receiptSlip(), printer({ cut: false })))
  expect(whole).toMatchObject({ cuts: 0, pulses: 0 })
})
