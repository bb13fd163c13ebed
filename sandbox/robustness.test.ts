import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { errorShape, PATHS, send, start } from './testing/client.ts'

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    '10000',
    '413001',
    '413101',
    '601001',
    '3001234567',
    '-1',
    '1e9',
    'get_credits',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const data = fc.dictionary(
  fc.constantFrom(
    'productId',
    'amount',
    'customerCellphone',
    'customerDocument',
    'customerDocumentType',
    'customerQueryType',
    'reference',
    'credits',
    'query',
    'plan',
    '_id',
    'typeReport',
    'dateStart',
    'dateEnd',
    '__proto__',
    'constructor',
  ),
  value,
)

const body = fc.record(
  { data, _channel: fc.constantFrom('WS', 'web'), _id: value, _geolocation: value },
  { requiredKeys: ['data', '_channel'] },
)

it('answers whatever it is sent with a success or a documented failure of its own', async () => {
  const sandbox = await start()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.values(PATHS)), body, async (path, sent) => {
      const reply = await send(sandbox, path, sent)
      if (reply.status === 200) {
        reply.json(z.looseObject({ data: z.looseObject({}) }))
        return
      }
      expect(reply.json(errorShape).errorCode).not.toBe('undefined.error')
      expect([400, 404, 500]).toContain(reply.status)
    }),
    { numRuns: 400 },
  )
})
