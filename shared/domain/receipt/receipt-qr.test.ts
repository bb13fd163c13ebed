import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './receipt-qr.ts'

test('the path draws exactly the dark modules of the code', () => {
  const text = '019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6 6740c2f1e5b0a9d8c7b6a5f4'
  const { size, path } = qrPath(text)
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(run); at += 1) (drawn[Number(y)] ?? [])[Number(x) + at] = true
  expect(path.replace(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
  expect(drawn).toEqual(encode(text, { ecc: 'M', border: 2 }).data)
})
