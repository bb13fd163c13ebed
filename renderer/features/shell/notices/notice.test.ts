import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../../../shared/contract/connection.ts'
import { noticeOf, stopsSelling } from './notice.ts'

const calm: ConnectionState = {
  profiles: [],
  activeId: 'p1',
  token: 'keyring',
  reach: 'online',
  error: null,
  lastAnswerAt: 1,
  business: null,
  clockSkewMs: 0,
}

describe('noticeOf', () => {
  it('is silent while all is well, and before there is any connection', () => {
    expect(noticeOf(calm)).toBeNull()
    expect(noticeOf({ ...calm, reach: 'unknown' })).toBeNull()
    expect(noticeOf({ ...calm, activeId: null, token: 'missing', reach: 'offline' })).toBeNull()
  })

  it('asks for the token first: nothing else helps without it', () => {
    expect(noticeOf({ ...calm, reach: 'unauthorized', clockSkewMs: 900_000 })).toEqual({
      kind: 'token',
      missing: false,
    })
    expect(noticeOf({ ...calm, token: 'missing', reach: 'offline' })).toEqual({
      kind: 'token',
      missing: true,
    })
  })

  it('says that a real token is remembered only until closing, and is silent for the test service', () => {
    const shop = {
      id: 'p1',
      name: 'Tienda',
      country: 'CO',
      baseUrl: 'https://servicio.ejemplo.com',
      apiVersion: '',
      deviceId: '',
      position: null,
      valuesAs: 'strings',
      sandbox: false,
    } as const
    const state = { ...calm, token: 'memory' } as const
    expect(noticeOf({ ...state, profiles: [shop] })).toEqual({ kind: 'memory' })
    expect(noticeOf({ ...state, profiles: [{ ...shop, sandbox: true }] })).toBeNull()
  })

  it('says why it is offline', () => {
    const error = { code: 'CONNECTION_TIMEOUT' } as const
    expect(noticeOf({ ...calm, reach: 'offline', error })).toEqual({ kind: 'offline', error })
  })

  it('tells of a balance that ends within the hour at the pace of the day, and of one that has ended', () => {
    expect(noticeOf(calm, 3_600_000)).toBeNull()
    expect(noticeOf(calm, 1_800_000)).toEqual({ kind: 'low', minutes: 30 })
    const none = { minor: 0, currency: 'COP' }
    const business = { balance: none, profits: none, at: 1 }
    expect(noticeOf({ ...calm, business })).toEqual({ kind: 'low', minutes: null })
    expect(noticeOf({ ...calm, business, reach: 'offline' }, 0)?.kind).toBe('offline')
  })

  it('tells of clocks more than two minutes apart, in either direction', () => {
    expect(noticeOf({ ...calm, clockSkewMs: -180_000 })).toEqual({ kind: 'clock', minutes: 3 })
    expect(noticeOf({ ...calm, clockSkewMs: 120_000 })).toBeNull()
  })
})

it('knows what keeps from selling', () => {
  expect(stopsSelling({ kind: 'offline', error: null })).toBe(true)
  expect(stopsSelling({ kind: 'token', missing: false })).toBe(true)
  expect(stopsSelling({ kind: 'low', minutes: null })).toBe(true)
  expect(stopsSelling({ kind: 'low', minutes: 20 })).toBe(false)
  expect(stopsSelling({ kind: 'memory' })).toBe(false)
  expect(stopsSelling({ kind: 'clock', minutes: 5 })).toBe(false)
})
