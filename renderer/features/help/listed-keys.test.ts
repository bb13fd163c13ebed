import { expect, it } from 'vitest'
import type { Right } from '../../../shared/domain/people/rights.ts'
import { listedKeys } from './listed-keys.ts'

it('lists the keys of a page to who may open it alone, where it is there', () => {
  const ofBranches = (rights: Right[], readsAll = true) =>
    listedKeys((right) => rights.includes(right), readsAll).flatMap(({ id, place }) =>
      place === 'branches' ? [id] : [],
    )
  expect(ofBranches(['settings'])).toEqual([])
  expect(ofBranches(['settings', 'people', 'privacy'])).toEqual([
    'branchesFind',
    'branchesList',
    'branchesBranch',
    'branchesFigure',
    'branchesBring',
  ])
  expect(ofBranches(['settings', 'people', 'privacy'], false)).toEqual([])
  const keys = listedKeys(() => true, false).map(({ keys: key }) => key)
  expect(keys).not.toContain('F5')
})
