import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { Failure } from '../../../shared/errors.ts'
import { openShop } from './testing/shop.ts'

let shop: ReturnType<typeof openShop>
beforeEach(() => {
  shop = openShop()
})
afterEach(() => shop.selling.stop())

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const caught: unknown = await call.catch((error: unknown) => error)
  return caught instanceof Failure ? caught.error.code : caught
}

describe('an amount that the service does not let anyone change', () => {
  const twenty = { minor: 2_000_000, currency: 'COP' }

  it('is what is shown, drawn disabled and sold, whatever was typed', async () => {
    const { state, values } = shop
    state.quote = { ...state.quote, amountEditable: false, amount: twenty }
    const quote = await shop.quote({ ...values, amount: '15000' })
    expect(quote).toMatchObject({ amount: twenty, values: { amount: '20000' } })
    expect(quote.inputs.find(({ name }) => name === 'amount')).toMatchObject({ disabled: true })
    const other = { ...quote.values, amount: '16000' }
    expect(await codeOf(shop.sell({ quoteId: quote.quoteId, values: other }))).toBe(
      'QUOTE_NOT_FOUND',
    )
    const sold = await shop.sell({ quoteId: quote.quoteId, values: quote.values })
    expect(sold.amount).toEqual(twenty)
    expect(JSON.parse(shop.bodies[0] ?? '')).toMatchObject({ data: { amount: '20000' } })
  })

  it('binds nothing when it is zero', async () => {
    const { state } = shop
    const zero = { minor: 0, currency: 'COP' }
    state.quote = { ...state.quote, amountEditable: false, amount: zero }
    const { quoteId } = await shop.quote()
    expect((await shop.sell({ quoteId })).amount.minor).toBe(500_000)
  })
})

describe('a quote', () => {
  it('sells what was quoted and nothing else', async () => {
    const { quoteId, values } = await shop.quote()
    const others = [
      { ...values, amount: '90000' },
      { ...values, customerCellphone: '3009999999' },
    ]
    for (const other of others) {
      const code = await codeOf(shop.sell({ quoteId, values: other }))
      expect(code).toBe('QUOTE_NOT_FOUND')
    }
    expect(shop.bodies).toEqual([])
    const spaced = { customerCellphone: '300 1234567', amount: '5000.00' }
    expect((await shop.sell({ quoteId, values: spaced })).state).toBe('ACCEPTED')
  })

  it('sells not to another phone where the service shows the field no more', async () => {
    shop.state.quote = { ...shop.state.quote, inputs: [inputSample('amount', { type: 'money' })] }
    const { quoteId, values } = await shop.quote()
    const other = { ...values, customerCellphone: '3009999999' }
    expect(await codeOf(shop.sell({ quoteId, values: other }))).toBe('QUOTE_NOT_FOUND')
  })

  it('takes what it left empty, and what the form’s own logic writes', async () => {
    const kind = inputSample('kind', { type: 'select', value: '1' })
    const options = [
      { label: 'Todo', value: '1' },
      { label: 'Otro', value: '2' },
    ]
    const onChange = "amount = kind === '1' ? 8000 : 0"
    const inputs = [
      { ...kind, options, onChange },
      inputSample('amount', { type: 'money', value: 8000 }),
      inputSample('reference', {}),
    ]
    shop.state.quote = { ...shop.state.quote, inputs }
    const { quoteId, values } = await shop.quote()
    const filled = { ...values, kind: '2', amount: '3000', reference: 'FACT-1' }
    expect(await shop.sell({ quoteId, values: filled })).toMatchObject({
      amount: { minor: 300_000 },
      reference: 'FACT-1',
    })
  })

  it('lets the form say another amount itself where nobody types it, and no one else', async () => {
    const { state } = shop
    const options = [
      { label: 'Uno', value: '1', eval: ['amount = 5000', 'plan = plan', 'plan = plan'] },
      { label: 'Dos', value: '2', eval: ['amount = 9000', 'plan = plan', 'plan = plan'] },
    ]
    const plan = { ...inputSample('plan', { type: 'select', value: '1' }), options }
    const amount = inputSample('amount', { type: 'money', value: 5000, disabled: true })
    state.quote = { ...state.quote, inputs: [plan, amount] }
    const { quoteId } = await shop.quote()
    const claimed = { plan: '2', amount: '1000' }
    expect(await codeOf(shop.sell({ quoteId, values: claimed }))).toBe('QUOTE_NOT_FOUND')
    const chosen = { plan: '2', amount: '9000' }
    expect((await shop.sell({ quoteId, values: chosen })).amount.minor).toBe(900_000)
  })
})
