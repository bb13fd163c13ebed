import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { Failure } from '../../../shared/errors.ts'
import { openShop } from './testing/shop.ts'

let shop: ReturnType<typeof openShop>
afterEach(async () => {
  await shop.selling.stop()
  shop.journal.close()
})

const quoted = { minor: 100_000, currency: 'COP' }
const phone = inputSample('customerCellphone', { type: 'cellphone' })
const dataSchema = z.object({ data: z.record(z.string(), z.unknown()) })

/** Sells on a quote of 1,000 whose form holds this as its amount, where nobody types into it. */
async function sellWith(json: string, where: 'hidden' | 'carried') {
  shop = openShop()
  const value: unknown = JSON.parse(json)
  const text = typeof value === 'string' ? value : value === null ? '' : json
  const amount = { ...inputSample('amount', { type: 'hidden' }), value: { text, json } }
  Object.assign(shop.state.quote, {
    amount: quoted,
    amountEditable: true,
    inputs: where === 'carried' ? [phone] : [phone, amount],
    defaultPayload: where === 'carried' ? [`{"name":"amount","value":${json}}`] : [],
  })
  const values = { customerCellphone: '300 123 4567', amount: '1000' }
  const { quoteId } = await shop.quote(values)
  const sale = await shop.sell({ quoteId, values }).catch((caught: unknown) => {
    if (caught instanceof Failure) return caught.error
    throw caught
  })
  const sent = shop.bodies.map((body) => dataSchema.parse(JSON.parse(body)).data['amount'])
  return { sale, sent, kept: shop.journal.list('p1', { limit: 9 }).count }
}

it.each(['""', 'null', '"  "'])('a hidden amount of %s leaves it to the quote', async (json) => {
  const { sale, sent } = await sellWith(json, 'hidden')
  expect(sale).toMatchObject({ state: 'ACCEPTED', amount: quoted })
  expect(sent).toEqual([undefined])
})

describe.each(['hidden', 'carried'] as const)('an amount that is %s', (where) => {
  it.each([
    ...['"9000000.004"', '9000000.004', '"9.000.000"', '"1.000,00"', '"$ 1000"', '"mil"'],
    ...['"-1000"', '-1000', '0', '"0"', '"1001"', '1e5', `${'9'.repeat(400)}`, '1e999', 'true'],
    ...['{"amount":1000}', '[1000]', '"1000\\u0000"', '"\\ud800"'],
  ])('%s is not sold as 1000', async (json) => {
    const { sale, sent, kept } = await sellWith(json, where)
    if (sent.length > 0) {
      expect(sale).toMatchObject({ amount: { minor: Number(sent[0]) * 100 } })
      expect(kept).toBe(1)
    } else {
      expect(sale).toMatchObject({ code: 'AMOUNT_DIFFERS' })
      expect(kept).toBe(0)
    }
  })

  it.each(['"1000"', '1000', '1000.00', '"1e3"'])('%s is sold as it came', async (json) => {
    const { sale, sent } = await sellWith(json, where)
    expect(sale).toMatchObject({ state: 'ACCEPTED', amount: quoted })
    expect(sent).toEqual([JSON.parse(json)])
  })
})

it.each([-100_001, -9e15])('a cost of %s takes no sale below nothing', async (minor) => {
  shop = openShop()
  Object.assign(shop.state.quote, { amount: quoted, cost: { minor, currency: 'COP' }, inputs: [] })
  const values = { customerCellphone: '300 123 4567', amount: '1000' }
  await expect(shop.quote(values)).rejects.toMatchObject({ error: { code: 'TOTAL_BELOW_ZERO' } })
})
