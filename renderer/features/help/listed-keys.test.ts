import { expect, it } from 'vitest'
import type { Right } from '../../../shared/domain/people/rights.ts'
import { listedKeys } from './listed-keys.ts'

it('lists the keys of a page to who may open it alone', () => {
  const ofBranches = (...rights: Right[]) =>
    listedKeys((right) => rights.includes(right)).flatMap(({ id, place }) =>
      place === 'branches' ? [id] : [],
    )
  expect(ofBranches('settings')).toEqual([])
  expect(ofBranches('settings', 'people', 'privacy')).toEqual([
    'branchesFind',
    'branchesList',
    'branchesFigure',
    'branchesBring',
  ])
})
