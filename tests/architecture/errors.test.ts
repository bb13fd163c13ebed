import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { errorMessages } from '../../shared/errors.ts'

const folder = new URL('../../shared/errors/', import.meta.url)
const areaSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

it('names each code of the closed list in one area only', async () => {
  const codes: string[] = []
  for (const name of readdirSync(folder)) {
    const area = areaSchema.parse({ ...(await import(new URL(name, folder).href)) })
    for (const messages of Object.values(area)) codes.push(...Object.keys(messages))
  }
  expect(codes.toSorted()).toEqual(Object.keys(errorMessages).toSorted())
})
