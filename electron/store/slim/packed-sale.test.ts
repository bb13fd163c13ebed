import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { packDictionaries } from './pack-dictionary.ts'
import { keyColumns, packKey, unpackSale } from './packed-sale.ts'

test('a dictionary that sales were packed with is never changed: they could not be read again', () => {
  const sums = [...packDictionaries].map(([number, text]) => [
    number,
    createHash('sha256').update(text).digest('hex'),
  ])
  // Another one is a line more here; a line that differs loses what every register has packed.
  expect(sums).toEqual([[1, '8a1e24d635c3bd34517509e598e59332990f31319a0dfc270f1261b86e026fc3']])
})

test('what was packed once is read as it was', () => {
  const packed = 'AauGtgGLE3NSdQ2RCl5zQ0OstWZMHqyOBMVztHmsTnS0oYEB/sgDK4D7CgA='
  const row = Object.fromEntries(keyColumns.map((column) => [column, column]))
  expect(unpackSale(Buffer.from(packed, 'base64'), packKey(row))).toEqual({
    body: '{"_id":"sale-1"}',
    found: '{"id":"4711"}',
    hash: null,
    events: [
      {
        ...{ seq: 7, at: 1000, kind: 'outcome', state: 'ACCEPTED', error: null, closing: null },
        ...{ started_at: 990, http_status: 200, server_date: 0 },
        raw: '{"statusCode":200,\n"data":{}}',
      },
    ],
  })
})
