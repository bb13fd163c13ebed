import { expect, it } from 'vitest'
import { change, createDraftList, put } from './draft-list.ts'
import { newDraft, type Draft, type ProductOnSale } from './draft.ts'
import { sayDirection } from './open-draft.ts'

const product: ProductOnSale = {
  ...{ id: '1', name: 'Nogal', categoryName: 'Bancos' },
  ...{ image: null, price: null, tip: null, direction: 'in' },
}

/** What stands of a sale whose product's cash was turned, once the answer that it waited for came. */
function turnedWhile(busy: Draft['busy']): Draft | null {
  const list = createDraftList()
  const asked = { ...newDraft(product, 'draft-before'), busy }
  put(list, asked)
  list.openId.value = product.id
  sayDirection(list, product.id, 'out')
  change(list, asked, (now) => ({ ...now, busy: null, strict: true }))
  return list.current.value
}

it('waits for no quote of the other way of its cash, and takes none', () => {
  expect(turnedWhile('quote')).toMatchObject({
    ...{ busy: null, strict: false, stage: 'form' },
    product: { direction: 'out' },
  })
  expect(turnedWhile('quote')?.draftId).not.toBe('draft-before')
})

it('takes the form that it waits for, whichever way its cash goes', () => {
  expect(turnedWhile('detail')).toMatchObject({ busy: null, strict: true })
})
