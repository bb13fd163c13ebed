import { describe, expect, it } from 'vitest'
import { profileSchema } from '../../../shared/contract/connection.ts'
import { draftFaults, draftOf, newProfileDraft, profileOf } from './profile-draft.ts'

let count = 0
const fresh = () => ({
  ...newProfileDraft(() => `id-${++count}`),
  name: 'Papelería',
  baseUrl: 'https://servicio.ejemplo.com/',
  token: 'abc',
})

describe('a profile being typed', () => {
  it('names every field that keeps it from being stored', () => {
    expect(draftFaults({ ...fresh(), name: ' ', baseUrl: '', token: '' }, true)).toEqual([
      'name',
      'baseUrl',
      'token',
    ])
    expect(draftFaults({ ...fresh(), token: '' }, false)).toEqual([])
  })

  it('checks a position only while it is sent', () => {
    const placed = { ...fresh(), lat: '91', lon: '-74,08', accuracy: 'x' }
    expect(draftFaults(placed, true)).toEqual([])
    expect(draftFaults({ ...placed, sendsPosition: true }, true)).toEqual(['lat', 'accuracy'])
  })

  it('becomes a profile of the contract, with comma or point in its coordinates', () => {
    const profile = profileOf({
      ...fresh(),
      sendsPosition: true,
      lat: '4,6097',
      lon: '-74.0817',
      address: ' Calle 10 ',
    })
    expect(profileSchema.parse(profile)).toEqual(profile)
    expect(profile.baseUrl).toBe('https://servicio.ejemplo.com')
    expect(profile.position).toEqual({
      lat: 4.6097,
      lon: -74.0817,
      accuracy: 0,
      address: 'Calle 10',
    })
  })

  it('comes back from a stored profile unchanged', () => {
    const profile = profileOf({
      ...fresh(),
      sendsPosition: true,
      lat: '1',
      lon: '2',
      accuracy: '3',
    })
    expect(profileOf(draftOf(profile))).toEqual(profile)
  })
})
