import { createPinia, setActivePinia } from 'pinia'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useDrafts } from './drafts.ts'
import { unsaidOfAmount } from './tender-said.ts'
import { useTenders } from './tenders.ts'
import { claro, claroForm, quoteOf } from './testing/samples.ts'

afterEach(() => vi.unstubAllGlobals())

test('what was said of how it is paid outlives a new quote of the same total alone', async () => {
  let quote = quoteOf()
  const gone = { ok: false, error: toAppError(new Failure('QUOTE_NOT_FOUND')) } as const
  const { bridge } = createFakeBridge((name) => {
    if (name === 'selling.sell') return gone
    return { ok: true, value: name === 'catalog.product' ? claroForm : quote }
  })
  vi.stubGlobal('window', { bridge })
  setActivePinia(createPinia())
  const [drafts, tenders] = [useDrafts(), useTenders()]
  await drafts.open(claro)
  drafts.type('customerCellphone', '300 123 4567')
  drafts.type('amount', '5000')
  await drafts.goOn()
  const draftId = drafts.current?.draftId ?? ''
  const ofTotal = { seen: true, overLimit: true, received: 1, isAboveUntold: true }
  tenders.say(draftId, { ...ofTotal, kind: 'transfer', via: 'Nequi' })
  const askAnew = async () => {
    await drafts.sell()
    expect(drafts.current).toMatchObject({ stage: 'form', error: { code: 'QUOTE_NOT_FOUND' } })
    await drafts.goOn()
    expect(drafts.current).toMatchObject({ stage: 'confirm', draftId })
    return tenders.of(draftId)
  }
  expect(await askAnew()).toMatchObject({ ...ofTotal, via: 'Nequi' })
  quote = quoteOf({ total: { minor: 500_001, currency: 'COP' } })
  expect(await askAnew()).toMatchObject({ ...unsaidOfAmount, kind: 'transfer', via: 'Nequi' })
})
