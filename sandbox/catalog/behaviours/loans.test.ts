import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { query, quote, sell, start } from '../../testing/client.ts'

describe('loan obligations (4a)', () => {
  const data = {
    productId: '413001',
    customerQueryType: '1',
    reference: '4539121234',
    customerDocType: 'CC',
    customerDocument: '12345678',
    customerPaymentType: '1',
  }

  it('echoes the keys disabled and carries both values and the expression', async () => {
    const sandbox = await start()
    const result = await quote(sandbox, data)
    const one = (name: string) => result.Inputs.find((each) => each.name === name)
    for (const name of [
      'customerQueryType',
      'reference',
      'customerDocType',
      'customerDocument',
    ] as const)
      expect(one(name)).toMatchObject({ value: data[name], disabled: true })
    expect(one('customerPaymentType')).toMatchObject({
      type: 'select',
      disabled: false,
      onChange: expect.stringContaining('amount = amount_1') as string,
    })
    expect(one('amount')).toMatchObject({ type: 'money', value: result.values.amount_1 })
    expect(one('id_query')).toMatchObject({ type: 'hidden', payloadSell: true })
    expect(one('aditional')).toMatchObject({ origin: 'object', value: { branch: '001' } })
    expect(one('name_client')).toMatchObject({ type: 'text', disabled: true })
    expect(Number(result.values.amount_2)).toBeGreaterThan(Number(result.values.amount_1))
  })

  it('takes the minimum, the total, or less than the total', async () => {
    const sandbox = await start({ balance: 10_000_000_000 })
    const { values } = await quote(sandbox, data)
    const [low, high] = [Number(values.amount_1), Number(values.amount_2)]
    const pay = async (customerPaymentType: string, amount: number, id_query = values.id_query) =>
      (await sell(sandbox, 'x', { ...data, customerPaymentType, amount, id_query })).status
    expect(await pay('1', low)).toBe(200)
    expect(await pay('1', low + 1)).toBe(400)
    expect(await pay('2', high)).toBe(200)
    expect(await pay('2', low)).toBe(400)
    expect(await pay('3', low + 100)).toBe(200)
    expect(await pay('3', high + 1)).toBe(400)
    expect(await pay('1', low, '1')).toBe(400)
    const over = await query(sandbox, { ...data, customerPaymentType: '3', amount: high + 1 })
    expect(over.status).toBe(500)
  })

  it('wants six and four digits of a card', async () => {
    const sandbox = await start()
    expect((await query(sandbox, { ...data, reference: '4539123456781234' })).status).toBe(500)
    const loan = { ...data, customerQueryType: '2', reference: '4539123456781234' }
    expect((await query(sandbox, loan)).status).toBe(200)
  })
})

describe('lender credits (4b)', () => {
  const data = {
    productId: 413101,
    query: 'get_credits',
    allCredits: 'ok',
    creditUsedInConfirmedSell: false,
    customerDocumentType: '1',
    customerDocument: '12345678',
  }
  const credits = z
    .array(
      z.strictObject({
        operacionUId: z.number().int(),
        nroCredito: z.string(),
        codOperacionBT: z.string(),
        descripcionTipoOperacion: z.string(),
        totalDeuda: z.number(),
        fechaProxCuota: z.iso.date(),
        deudaProxCuota: z.number(),
        diasMora: z.number().int(),
        fechaValor: z.iso.date(),
        fechaVencimiento: z.iso.date(),
        saldoCapital: z.number(),
      }),
    )
    .min(1)

  it('lists the credits as text, then details and sells the chosen one', async () => {
    const sandbox = await start()
    const first = await quote(sandbox, data)
    const lender = first.Inputs.find((each) => each.type === 'input-lender')
    expect(lender).toMatchObject({
      name: 'credits',
      preQueryProcess: {
        check: 'creditUsedInConfirmedSell',
        method: 'start',
        complete: 'creditUsedInConfirmedSell',
      },
    })
    expect([first.amountEditable, first.Amount, first.values.amount]).toEqual([
      false,
      { cost: 0, amount: 0, incentive: 0 },
      0,
    ])
    const [credit] = credits.parse(JSON.parse(z.string().parse(first.values.credits)))
    const chosen = { ...data, creditUsedInConfirmedSell: true, credits: JSON.stringify(credit) }
    const second = await quote(sandbox, chosen)
    expect(second.values.amount).toBe(credit?.deudaProxCuota)
    const sale = { ...chosen, ...second.values }
    expect((await sell(sandbox, 'ok', sale)).status).toBe(200)
    expect((await sell(sandbox, 'no', { ...sale, credits: '[]' })).status).toBe(400)
    expect((await sell(sandbox, 'no', { ...sale, id_query: 1 })).status).toBe(400)
    const total = { ...sale, amount: Number(credit?.totalDeuda) + 1 }
    expect((await sell(sandbox, 'no', total)).status).toBe(400)
  })

  it('is paid like an obligation where the lender offers it', async () => {
    const sandbox = await start({ currency: 'USD', balance: 10_000_000_000 })
    const asked = { ...data, productId: 413201 }
    const first = await quote(sandbox, asked)
    const [credit] = credits.parse(JSON.parse(z.string().parse(first.values.credits)))
    const chosen = { ...asked, creditUsedInConfirmedSell: true, credits: JSON.stringify(credit) }
    const { values } = await quote(sandbox, chosen)
    expect([values.customerPaymentType, values.amount_1, values.amount_2]).toEqual([
      '',
      credit?.deudaProxCuota,
      credit?.totalDeuda,
    ])
    const pay = async (customerPaymentType: string, amount: unknown) =>
      (await sell(sandbox, 'x', { ...chosen, ...values, customerPaymentType, amount })).status
    expect(await pay('1', values.amount_1)).toBe(200)
    expect(await pay('1', values.amount_2)).toBe(400)
    expect(await pay('2', values.amount_2)).toBe(200)
    expect(await pay('3', 10.5)).toBe(200)
    expect(await pay('3', Number(values.amount_2) + 1)).toBe(400)
  })

  it('rejects a detail without a choice', async () => {
    const sandbox = await start()
    const reply = await query(sandbox, { ...data, creditUsedInConfirmedSell: true })
    expect(reply.status).toBe(500)
  })
})
