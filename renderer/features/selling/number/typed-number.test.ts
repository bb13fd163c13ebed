import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SaleState } from '../../../../shared/domain/sale/sale.ts'
import { profileSample } from '../../../../shared/contract/testing/profile-sample.ts'
import { useConnection } from '../../../bridge/connection.ts'
import { createFakeBridge } from '../../../bridge/testing/fake-bridge.ts'
import { useDrafts } from '../drafts.ts'
import { claro, claroForm, quoteOf, saleIn } from '../testing/samples.ts'
import { useRecharges } from './recharges.ts'
import { useTypedNumber } from './typed-number.ts'

const offered = (id: string, name: string) => ({
  ...claro,
  id,
  name,
  description: '',
  categoryId: '1',
  favourite: false,
  soldCount: 0,
  formStored: true,
})
const products = [offered('7', 'Recarga Clara'), offered('8', 'Recarga Colibrí')]

/** How the service answers what is sold. */
let ends: SaleState
beforeEach(() => {
  setActivePinia(createPinia())
  ends = 'APPROVED'
  const answers: Record<string, (input: object) => unknown> = {
    'catalog.recharges': () => ({ products, amounts: null }),
    'catalog.product': (input) => ({ ...claroForm, ...input }),
    'selling.quote': () => quoteOf(),
    'selling.sell': (input) => saleIn(ends, input),
  }
  const fake = createFakeBridge((name, input) => ({
    ok: true,
    value: answers[name]?.(typeof input === 'object' && input ? input : {}),
  }))
  vi.stubGlobal('window', { bridge: fake.bridge })
})
afterEach(() => vi.unstubAllGlobals())

async function begin() {
  const recharges = useRecharges()
  recharges.follow()
  await expect.poll(() => recharges.products).toHaveLength(2)
  return { number: useTypedNumber(), drafts: useDrafts(), recharges }
}

it('begins nothing before the number is whole, and then with the operator that its letters name', async () => {
  const { number, drafts } = await begin()
  number.text = '300123'
  await number.addLetter('t')
  expect([number.phone, drafts.current]).toEqual([null, null])
  number.text = '3001234567'
  await number.addLetter('c')
  await number.addLetter('x')
  expect([number.letters, number.offers.length, drafts.current]).toEqual(['c', 2, null])
  await number.addLetter('o')
  expect(drafts.current?.product.id).toBe('8')
  expect(drafts.form?.values['customerCellphone']).toBe('3001234567')
  expect(number.text).toBe('')
})

it('has the values of the country on its keys, and in their order', async () => {
  const { recharges } = await begin()
  expect(recharges.usual).toEqual([200_000, 500_000, 1_000_000, 2_000_000])
})

it('says where a number may be a document too, as in Ecuador', async () => {
  const { number, recharges } = await begin()
  const connection = useConnection()
  const profile = profileSample({ country: 'EC' })
  connection.state = { ...connection.state, profiles: [profile], activeId: profile.id }
  await expect.poll(() => recharges.products).toHaveLength(2)
  expect(recharges.usual).toEqual([100, 300, 500, 1_000])
  number.text = '0912345675'
  expect([number.phone, number.isDocument]).toEqual(['0912345675', true])
  number.text = '0991234567'
  expect([number.phone, number.isDocument]).toEqual(['0991234567', false])
})

it('begins anew over what is done, and not over what waits to be acknowledged', async () => {
  const { number, drafts } = await begin()
  const sell = async (phone: string) => {
    expect(await drafts.rechargeTo(products[0] ?? claro, phone)).toBe(true)
    drafts.type('amount', '5000')
    await drafts.goOn()
    await drafts.sell()
  }
  await sell('3001234567')
  expect([drafts.current?.stage, number.isOffered]).toEqual(['result', true])
  ends = 'UNKNOWN'
  await sell('3007654321')
  expect([drafts.current?.sale?.state, number.isOffered]).toEqual(['UNKNOWN', false])
  const before = drafts.current?.draftId
  expect(await drafts.rechargeTo(products[0] ?? claro, '3009999999')).toBe(false)
  expect(drafts.current?.draftId).toBe(before)
})

it('asks before it throws away what was typed of a sale of the same product, and not for a number alone', async () => {
  const { number, drafts } = await begin()
  const rechargeTo = async (phone: string) => {
    number.text = phone
    await number.addLetter('r')
    await number.choose(number.offers[0]?.product ?? offered('7', 'Recarga Clara'))
  }
  await rechargeTo('3001234567')
  await rechargeTo('3007654321')
  expect([drafts.form?.values['customerCellphone'], drafts.held]).toEqual(['3007654321', null])
  drafts.type('amount', '5000')
  await rechargeTo('3009999999')
  expect(drafts.held).toMatchObject({ productId: '7', phone: '3009999999' })
  expect(drafts.form?.values).toMatchObject({ customerCellphone: '3007654321', amount: '5000' })
  await drafts.decideHeld(false)
  expect([drafts.form?.values['amount'], drafts.held]).toEqual(['5000', null])
  await rechargeTo('3009999999')
  await drafts.decideHeld(true)
  expect([drafts.form?.values['customerCellphone'], drafts.held]).toEqual(['3009999999', null])
  expect(drafts.current?.typed['amount'] ?? '').toBe('')
})
