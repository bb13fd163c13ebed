import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorShape, PATHS, query, quote, sell, send, start, topUp } from '../testing/client.ts'

const input = z.looseObject({
  name: z.string(),
  type: z.string(),
  label: z.string(),
  value: z.unknown().optional(),
  options: z
    .array(
      z.strictObject({
        label: z.string(),
        value: z.string(),
        eval: z.array(z.string()).length(3).optional(),
      }),
    )
    .optional(),
})

const detail = z.object({
  data: z.strictObject({
    id: z.number().int(),
    name: z.string().min(1),
    price: z.number(),
    image: z.string().startsWith('/images/'),
    description: z.string().min(1),
    options: z.strictObject({
      view: z.strictObject({
        title: z.string().min(1),
        form: z.strictObject({ button: z.string().min(1), inputs: z.array(input).min(1) }),
      }),
    }),
  }),
})

const catalog = z.strictObject({
  statusCode: z.literal(200),
  message: z.string(),
  data: z.strictObject({
    Categories: z.array(
      z.strictObject({
        id: z.number().int(),
        name: z.string(),
        sort: z.number().int(),
        Products: z.array(
          z.strictObject({
            id: z.number().int(),
            name: z.string(),
            image: z.string(),
            description: z.string(),
            price: z.number().nullable(),
            categoryId: z.number().int(),
            tip: z.number().int(),
          }),
        ),
      }),
    ),
  }),
  _channel: z.string(),
})

/** What a person might type into a field, by country. */
const typed = (name: string, country: 'COP' | 'USD'): string | undefined =>
  ({
    customerCellphone: country === 'COP' ? '3001234567' : '0991234567',
    customerDocument: '1712345678',
    customerEmail: 'cliente@example.com',
    customerName: 'Luz Ñáñez',
    reference: '1234567890',
    barcode: '(415)7701234567890(8020)0012345(3900)00048500(96)20261130',
    period: '2026-11',
    accountNumber: '1234567890',
    withdrawalCode: '123456',
    ticket: 'ABCD-12345',
    birthDate: '1985-03-21',
    amount: country === 'COP' ? '20000' : '20',
  })[name]

/** Fills a form as a client that knows nothing of the product but its inputs. */
function fill(inputs: z.infer<typeof input>[], country: 'COP' | 'USD') {
  return Object.fromEntries(
    inputs.map(({ name, type, value, options }) => {
      if (type === 'select') return [name, options?.find((option) => option.value !== '')?.value]
      if (type === 'hidden' || (name === 'amount' && typeof value === 'number'))
        return [name, value]
      return [name, typed(name, country)]
    }),
  )
}

describe.each(['COP', 'USD'] as const)('the catalog in %s', (currency) => {
  it('lists at least 60 products in sorted categories, each with a picture', async () => {
    const sandbox = await start({ currency })
    const { Categories } = (await send(sandbox, PATHS.listProducts, { data: {} })).json(
      catalog,
    ).data
    const products = Categories.flatMap((category) => category.Products)
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(Categories.map(({ sort }) => sort)).toEqual(
      Categories.map(({ sort }) => sort).toSorted((a, b) => a - b),
    )
    for (const category of Categories)
      for (const product of category.Products) expect(product.categoryId).toBe(category.id)
    expect(products.some(({ price }) => price === null)).toBe(true)
    expect(products.some(({ price }) => price !== null && price > 0)).toBe(true)
    for (const id of [10000, 206000, 527611, 101001, 20043, 411001])
      expect(products.filter((product) => product.id === id)).toHaveLength(1)
    for (const { image } of products) {
      const picture = await send(sandbox, image, undefined, { method: 'GET', token: null })
      expect(picture.status).toBe(200)
      expect(picture.headers['content-type']).toContain(
        image.endsWith('.png') ? 'image/png' : 'image/svg+xml',
      )
    }
  })

  it('can quote and sell every product from its inputs alone', async () => {
    const sandbox = await start({ currency, balance: 100_000_000_000 })
    const { Categories } = (await send(sandbox, PATHS.listProducts, { data: {} })).json(
      catalog,
    ).data
    const products = Categories.flatMap((category) => category.Products)
    for (const { id, name } of products) {
      const shown = (
        await send(sandbox, PATHS.getProduct, { data: { productId: String(id) } })
      ).json(detail).data
      expect(shown.name).toBe(name)
      const data: Record<string, unknown> = {
        productId: id,
        ...fill(shown.options.view.form.inputs, currency),
      }
      let result = await quote(sandbox, data)
      expect(result.Error.message, `${id} ${name}`).toBeNull()
      if (typeof result.values.credits === 'string' && result.values.id_query === undefined) {
        const [credit] = z.array(z.unknown()).parse(JSON.parse(result.values.credits))
        Object.assign(data, result.values, { credits: JSON.stringify(credit) })
        result = await quote(sandbox, data)
      }
      if (result.values.customerPaymentType === '') {
        Object.assign(data, result.values, { customerPaymentType: '1' })
        result = await quote(sandbox, data)
      }
      const reply = await sell(sandbox, `sale-${id}`, {
        ...data,
        ...result.values,
        sign: result.sign,
      })
      expect([id, name, reply.status, reply.text]).toEqual([id, name, 200, expect.any(String)])
    }
    expect(sandbox.ledger.count()).toBe(products.length)
  })
})

describe('the payloads seen in the live service', () => {
  it.each([
    { productId: 10000, customerCellphone: '3001234567', amount: 5000 },
    {
      productId: 206000,
      customerDocument: '12345678',
      customerCellphone: '3001234567',
      amount: 5000,
    },
    { productId: 527611, reference: '987654321', customerCellphone: '3001234567', amount: 5000 },
    { productId: 101001, customerCellphone: '3001234567', customerEmail: 'a@b.co', amount: 20_000 },
    { productId: 20043, customerCellphone: '3001234567', amount: 10_000 },
    {
      productId: 411001,
      accountType: '1',
      accountNumber: '123456789',
      customerCellphone: '3001234567',
      customerDocument: '12345678',
      amount: 5000 * 2,
    },
  ])('sells $productId with numbers and with text', async (data) => {
    const sandbox = await start()
    const text = Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, String(value)]),
    )
    expect((await sell(sandbox, 'numbers', data)).status).toBe(200)
    expect((await sell(sandbox, 'text', text)).status).toBe(200)
    expect(sandbox.ledger.transactions().map((row) => row.amount)).toEqual([
      data.amount * 100,
      data.amount * 100,
    ])
  })

  it('draws the top-up with exactly the inputs that were seen', async () => {
    const sandbox = await start()
    const reply = await send(sandbox, PATHS.getProduct, { data: { productId: '10000' } })
    expect(reply.json(detail).data.options.view).toEqual({
      title: 'Realizar recarga',
      form: {
        button: 'Vender recarga',
        inputs: [
          {
            type: 'cellphone',
            label: 'Celular del cliente',
            name: 'customerCellphone',
            icon: 'cellphone',
          },
          { type: 'amount', label: 'Valor', name: 'amount', icon: 'price' },
        ],
      },
    })
  })

  it.each(['customerDocument', 'accountType', 'accountNumber', 'customerCellphone', 'amount'])(
    'refuses a deposit without %s',
    async (name) => {
      const sandbox = await start()
      const data = {
        productId: 411001,
        accountType: '1',
        accountNumber: '123456789',
        customerCellphone: '3001234567',
        customerDocument: '12345678',
        amount: 10_000,
      }
      const reply = await sell(sandbox, 'bad', { ...data, [name]: undefined })
      expect(reply.status).toBe(400)
      expect(reply.json(errorShape).errorCode).toBe(`validation.${name}`)
    },
  )
})

describe('quotes', () => {
  it('answers a quote without fields, and says in Error.message what is wrong with one', async () => {
    const sandbox = await start()
    const bare = await quote(sandbox, { productId: 10000 })
    expect([bare.Error.message, bare.amountEditable]).toEqual([null, true])
    const wrong = await quote(sandbox, topUp({ customerCellphone: '123' }))
    expect(wrong.Error.message).toContain('celular')
    const high = await quote(sandbox, topUp({ amount: 900_000 }))
    expect(high.Error.message).toContain('entre')
    const magic = await quote(sandbox, topUp({ customerCellphone: '3001230004' }))
    expect(magic.Error.message).not.toBeNull()
  })

  it('rejects with 500 and the documented body', async () => {
    const sandbox = await start()
    for (const data of [
      topUp({ customerCellphone: '3001230005' }),
      { productId: 527611 },
      { productId: 413001, customerQueryType: '9' },
    ]) {
      const reply = await query(sandbox, data)
      expect(reply.status).toBe(500)
      expect(reply.json(errorShape).errorCode).toBe('query.rejected')
    }
    expect((await query(sandbox, { productId: 9 })).status).toBe(404)
    expect((await query(sandbox, {})).status).toBe(400)
  })

  it('finds the same value for the same bill, and takes no more than it', async () => {
    const sandbox = await start()
    const bill = { productId: '527611', reference: 'A-77', customerCellphone: '3001234567' }
    const first = await quote(sandbox, bill)
    const due = z.number().parse(first.values.amount)
    expect((await quote(sandbox, { ...bill, customerCellphone: '' })).values.amount).toBe(due)
    expect((await sell(sandbox, 'more', { ...bill, amount: due + 1 })).status).toBe(400)
    expect((await sell(sandbox, 'part', { ...bill, amount: due - 1 })).status).toBe(200)
  })

  it('reads the value that a barcode carries', async () => {
    const sandbox = await start()
    const barcode = '(415)7701234567890(8020)0012345(3900)00048500(96)20261130'
    expect((await quote(sandbox, { productId: 528001, barcode })).values.amount).toBe(48_500)
  })
})

describe('plans', () => {
  it('offers options with three assignments, and takes only the price of the plan', async () => {
    const sandbox = await start()
    const result = await quote(sandbox, { productId: 601001, plan: 'familia' })
    const select = input.parse(result.Inputs.find((each) => each.name === 'plan'))
    expect(select.options?.map((option) => option.eval)).toContainEqual([
      'amount = 45900',
      'months = 1',
      "planName = 'Familia, 1 mes'",
    ])
    expect(result.values).toMatchObject({ amount: 45_900, months: 1, planName: 'Familia, 1 mes' })
    const data = {
      productId: 601001,
      plan: 'familia',
      reference: '12345',
      customerCellphone: '3001234567',
    }
    expect((await sell(sandbox, 'no', { ...data, amount: 25_900 })).status).toBe(400)
    expect((await sell(sandbox, 'ok', { ...data, amount: 45_900 })).status).toBe(200)
  })
})
