import { expect, test } from 'vitest'
import { drawPassword, scramVerifier } from './scram.ts'

test('a verifier is what PostgreSQL makes of the password itself', () => {
  // The example of RFC 7677: password "pencil", its salt and rounds.
  const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')
  expect(scramVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('no password is drawn twice', () => {
  expect(new Set(Array.from({ length: 20 }, drawPassword)).size).toBe(20)
})
