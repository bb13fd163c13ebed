import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { money } from '../../../shared/domain/money/money.ts'
import { useTenders } from './tenders.ts'

const total = money(520_000, 'COP')
beforeEach(() => setActivePinia(createPinia()))

it('is exact cash until something else is said, and for the next sale again', () => {
  const tenders = useTenders()
  expect(tenders.tenderOf('d1', total)).toBeUndefined()
  tenders.say('d1', { kind: 'transfer' })
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'transfer', note: '' })
  expect(tenders.tenderOf('d2', total)).toBeUndefined()
})

it('says the change, and writes nothing down that does not reach', () => {
  const tenders = useTenders()
  tenders.say('d1', { received: 2_000_000 })
  expect(tenders.changeDue('d1', total)).toEqual(money(1_480_000, 'COP'))
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'cash', received: money(2_000_000, 'COP') })
  tenders.say('d1', { received: 500_000 })
  expect([tenders.changeDue('d1', total), tenders.tenderOf('d1', total)]).toEqual([null, undefined])
})

it('wants a name for what is owed', () => {
  const tenders = useTenders()
  tenders.say('d1', { kind: 'credit' })
  expect(tenders.isIncomplete('d1')).toBe(true)
  tenders.say('d1', { name: ' Ana ' })
  expect(tenders.isIncomplete('d1')).toBe(false)
  expect(tenders.tenderOf('d1', total)).toEqual({ kind: 'credit', name: 'Ana' })
})
