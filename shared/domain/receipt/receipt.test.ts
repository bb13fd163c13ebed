import { describe, expect, test } from 'vitest'
import { businessSchema } from './business.ts'
import { receiptFormatting, receiptMoment, saleSample } from './receipt-samples.ts'
import { idInQr, qrText, receipt, receiptKind, type ReceiptOptions } from './receipt.ts'
import { saleStateSchema, type Sale } from '../sale/sale.ts'
import type { Slip } from './slip.ts'
import { businessSample } from '../testing/business-sample.ts'

/** A slip as a person reads it, without what keeps figures on one line. */
function read(slip: Slip | null): string {
  const lines = (slip?.lines ?? []).map((line) => {
    if (line.kind === 'row' || line.kind === 'total') return `${line.label}: ${line.value}`
    if (line.kind === 'qr') return `QR ${line.data}`
    return line.kind === 'rule' ? '--' : 'text' in line ? line.text : line.label
  })
  return lines.join('\n').replaceAll('\u00a0', ' ')
}

const paper = (sale: Partial<Sale> = {}, options: Partial<ReceiptOptions> = {}) =>
  read(receipt(saleSample(sale), businessSample, { ...receiptFormatting, ...options }))

const cop = (minor: number) => ({ minor, currency: 'COP' })

test('an approved top-up has a receipt with everything that finds it again', () => {
  expect(paper()).toBe(`Tienda La Esquina
NIT 900.123.456-8
Calle 10 # 5-23, Cali
Tel. 602 555 0101
--
Comprobante de transacción
--
Fecha: sáb 21 nov 2026, 3:04 p. m.
Producto: Recarga Clara
Celular: ******4567
--
Total cobrado: $ 20.000
--
N.º: 4821733
Transacción: 6740c2f1e5b0a9d8c7b6a5f4
Id: 019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6
Atendió: Ana Rojas
QR 019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6 6740c2f1e5b0a9d8c7b6a5f4
Comprobante de transacción. No es factura de venta ni documento equivalente.
Gracias por su compra
Reclamos dentro de los 2 días siguientes`)
})

test('what a scanner reads of its code leads to the sale', () => {
  const { id } = saleSample()
  expect(idInQr(qrText(saleSample()))).toBe(id)
  expect(idInQr(qrText(saleSample({ transactionId: null })))).toBe(id)
  expect(idInQr('(415)7709998000011(8020)123')).toBe('(415)7709998000011(8020)123')
})

test('the time is the service’s own where it told one', () => {
  const transaction = {
    id: '1',
    amount: cop(2_000_000),
    costs: null,
    prevBalance: null,
    newBalance: null,
    createdAt: { local: '2026-11-21T15:03:58', raw: '' },
    product: null,
    status: 'APPROVED' as const,
    statusId: '2',
    statusName: 'Aprobada',
    person: { document: '79123456', cellphone: '3151112233' },
    paymentMethod: null,
  }
  const told = paper({ transaction })
  expect(told).toContain('Fecha: sáb 21 nov 2026, 3:03 p. m.')
  expect(told).not.toMatch(/7912|315/)
})

describe('which paper a sale has', () => {
  test('only what was made has a receipt, and what was not made has no paper', () => {
    const kinds = saleStateSchema.options.map((state) => [
      state,
      receiptKind(saleSample({ state })),
    ])
    expect(Object.fromEntries(kinds)).toEqual({
      PREPARED: null,
      SENDING: null,
      NOT_SENT: null,
      ACCEPTED: 'waiting',
      UNKNOWN: 'waiting',
      PENDING: 'waiting',
      PROCESSING: 'waiting',
      APPROVED: 'receipt',
      REJECTED: null,
      DECLINED: null,
      PARTIAL: 'waiting',
      REVIEW: 'waiting',
    })
  })

  test('a person’s word counts where evidence ended in a doubt', () => {
    const closing = {
      as: 'approved' as const,
      state: 'REVIEW' as const,
      seen: false,
      code: null,
      at: receiptMoment + 60_000,
      reason: 'Soporte lo confirmó',
      candidateId: null,
    }
    expect(receiptKind(saleSample({ state: 'REVIEW', closing }))).toBe('receipt')
    expect(paper({ state: 'REVIEW', closing })).toContain('Fecha: sáb 21 nov 2026, 3:05 p. m.')
    const rejected = { ...closing, as: 'rejected' as const }
    expect(receiptKind(saleSample({ state: 'REVIEW', closing: rejected }))).toBeNull()
  })

  test('a waiting sale has a slip that says so and is no receipt', () => {
    const slip = paper({ state: 'PENDING', serviceId: null })
    expect(slip).toContain(
      'Transacción en proceso\nTodavía no es comprobante. Conserve este tiquete.',
    )
    expect(slip).toContain('Total: $ 20.000')
    expect(slip).not.toMatch(/cobrado|entregado|^Comprobante de transacción$/m)
  })

  test('no money is promised by the slip of a withdrawal that waits', () => {
    const slip = paper({ state: 'UNKNOWN', direction: 'out' })
    expect(slip).toContain('El dinero se entrega cuando la transacción sea aprobada.')
    expect(slip).toContain('Por entregar: $ 20.000')
  })
})

describe('money', () => {
  test('a withdrawal says what to hand over, and no cost as none is taken from it', () => {
    const slip = paper({ direction: 'out', cost: cop(120_000) })
    expect(slip).toContain('Total entregado: $ 20.000')
    expect(slip).not.toMatch(/Costo del servicio|cobrado/)
  })

  test('value and cost stand apart from what was collected', () => {
    const slip = paper({ cost: cop(150_000), total: cop(2_150_000) })
    expect(slip).toContain('Valor: $ 20.000\nCosto del servicio: $ 1.500\nTotal cobrado: $ 21.500')
  })

  test('cash received and its change; a transfer; credit with its name; nothing where nothing was said', () => {
    const cash = paper({}, { tender: { kind: 'cash', received: cop(5_000_000) } })
    expect(cash).toContain('Efectivo\nRecibido: $ 50.000\nVueltas: $ 30.000')
    expect(paper({}, { tender: { kind: 'transfer', via: '', note: 'x', seen: null } })).toContain(
      ': Transferencia',
    )
    expect(paper({}, { tender: { kind: 'credit', name: 'Rosa' } })).toContain(': Fiado a Rosa')
    expect(paper({}, { tender: { kind: 'cash', received: null } })).not.toContain('Forma de pago')
  })

  test('both of two ways with what each paid, and the change of the cash alone', () => {
    const sent = { kind: 'transfer', via: 'Nequi', note: '551', seen: true } as const
    const first = { ...sent, amount: cop(500_000) }
    const cash = paper({}, { tender: { kind: 'cash', received: cop(2_000_000), first } })
    expect(cash).toContain(
      'Transferencia Nequi 551: $ 5.000\nEfectivo: $ 15.000\nRecibido: $ 20.000\nVueltas: $ 5.000',
    )
    const owed = paper({}, { tender: { kind: 'credit', name: 'Rosa', first } })
    expect(owed).toContain(
      // Not all of it was collected, and none of what is owed.
      '\nTotal: $ 20.000\nTransferencia Nequi 551: $ 5.000\nFiado a Rosa: $ 15.000',
    )
    expect(cash).toContain('\nTotal cobrado: $ 20.000')
    expect(paper({}, { tender: { kind: 'credit', name: 'Rosa' } })).not.toContain('cobrado')
  })

  test('Ecuador writes its dollars', () => {
    const usd = { minor: 123_456, currency: 'USD' }
    const figures = { country: 'EC', decimalSign: 'comma' } as const
    expect(paper({ amount: usd, total: usd }, { figures })).toContain('Total cobrado: $1.234,56')
  })
})

describe('the customer’s data', () => {
  test('phones, documents, accounts and mails are told by their ends', () => {
    const values = {
      customerDocument: '1144055123',
      customerCellphone: '3109876543',
      accountNumber: '76543210998',
      customerEmail: 'rosa.perez@correo.com',
      name_client: 'ROSA PEREZ',
    }
    const slip = paper({ values, phone: '3109876543', reference: '76543210998' })
    expect(slip).toContain('Celular: ******6543')
    expect(slip).toContain('Documento: ******5123')
    expect(slip).toContain('Cuenta: *******0998')
    expect(slip).toContain('Correo: ro***@correo.com')
    expect(slip).not.toMatch(/3109876543|1144055123|76543210998|rosa\.perez|ROSA|Referencia/)
  })

  test('a bill’s reference is told whole, a card’s only as it was cut', () => {
    expect(
      paper({ reference: '123456789012', phone: null, values: { reference: '123456789012' } }),
    ).toContain('Referencia: 1234 5678 9012')
    const card = { customerQueryType: '1', reference: '4509531234' }
    const slip = paper({ reference: '4509531234', phone: null, values: card })
    expect(slip).toContain('Tarjeta: 4509 53** **** 1234')
    expect(slip).not.toContain('Referencia')
  })
})

test('every paper says what it is not, in the same words in every language', () => {
  const literal = 'Comprobante de transacción. No es factura de venta ni documento equivalente.'
  for (const state of ['APPROVED', 'PENDING', 'UNKNOWN', 'PARTIAL', 'REVIEW'] as const) {
    for (const language of ['es', 'en'] as const) {
      expect(paper({ state }, { language }).split('\n')).toContain(literal)
    }
  }
})

test('a reprint is a duplicate with its time, a copy is not', () => {
  const slip = paper({}, { duplicateAt: receiptMoment + 3_600_000 })
  expect(slip).toContain('DUPLICADO\nsáb 21 nov 2026, 4:04 p. m.')
  expect(paper({}, { copy: { number: 2, of: 2 } })).toContain('Copia 2 de 2')
  expect(paper({}, { copy: { number: 1, of: 1 } })).not.toMatch(/Copia|DUPLICADO/)
})

test('a shop that has not written itself down yet has receipts too, in either language', () => {
  const nobody = businessSchema.parse({})
  const slip = read(receipt(saleSample(), nobody, { ...receiptFormatting, language: 'en' }))
  expect(slip).toMatch(/^--\nTransaction receipt\n/)
  expect(slip).toMatch(/equivalente\.\nTransaction receipt\. It is not a sales invoice or .*\.$/)
  expect(receipt(saleSample({ state: 'DECLINED' }), nobody, receiptFormatting)).toBeNull()
})
