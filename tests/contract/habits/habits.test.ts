import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseCommandLine } from '../../../electron/cli/arguments.ts'
import { createOutput } from '../../../electron/cli/output.ts'
import { reportCommand } from '../../../electron/cli/commands/report.ts'
import { wholeCatalog } from '../../../shared/contract/catalog.ts'
import { withSession } from '../../../electron/cli/session.ts'
import { openCounter } from '../forms-counter.ts'
import { inMemory, makeFolder } from '../../folders.ts'
import { goods, kinds } from './goods.ts'
import { startHabitService, type HabitService } from './service.ts'

// The same contract from another hand: numbers as text, nulls, missing and extra fields, types nobody knows, another
// order, accents and emoji, ten thousand products. Nothing of it may be an error.

let service: HabitService
let folder: string
/** A command line over the service, as from a shell that has its token. */
const lineOf = (...args: string[]) => {
  const where = ['--base-url', service.url, '--country', 'CO', '--data-dir', folder]
  return parseCommandLine([...args, ...where], { MOSTRADOR_TOKEN: service.token })
}

beforeAll(async () => {
  service = await startHabitService()
  folder = makeFolder('habits', inMemory)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await service.close()
})

/** Three of each kind, from the beginning, the middle and the end. */
const wanted = kinds.flatMap((kind) => {
  const all = goods.filter((good) => good.kind === kind)
  return [all[0], all[1_000], all.at(-1)].flatMap((good) => (good ? [good] : []))
})

test('ten thousand products are browsed, and each kind is quoted, sold and found', async () => {
  const line = lineOf('sell', 'all', '--yes')
  await withSession(line, 'write', async ({ features }) => {
    await features.handlers['catalog.refresh']({})
    const { products, categories } = await wholeCatalog((input) =>
      features.handlers['catalog.get'](input),
    )
    expect([products.length, categories.length]).toEqual([10_000, 80])
    expect(categories.map(({ name }) => name).slice(0, 2)).toEqual(['Categoría 0', 'CATEGORÍA ☎ 1'])
    expect(categories.at(-1)?.name).toBe('CATEGORÍA ☎ 79')
    const names = new Map(products.map(({ id, name }) => [id, name]))
    for (const good of goods) expect(names.get(String(good.id))).toBe(good.name)

    // Of what neither names nor form say the owner says which way its cash goes.
    const odd = wanted.filter(({ kind }) => kind === 'odd').map(({ id }) => String(id))
    await features.handlers['products.set']({ productIds: odd, direction: 'in' })
    const counter = await openCounter(features, 'CO')
    for (const good of wanted) {
      const product = products.find(({ id }) => id === String(good.id))
      if (!product) throw new Error(good.name)
      const { sale } = await counter.sell(product)
      const found = await features.handlers['selling.look']({ saleId: sale.id })
      const made = service.sales.filter(({ id }) => id === sale.id)
      expect(made).toHaveLength(1)
      expect([good.kind, found.state, found.serviceId]).toEqual([
        good.kind,
        'APPROVED',
        String(made[0]?.number),
      ])
      expect(found.amount.minor).toBe(Math.round(Number(made[0]?.amount) * 100))
    }
  })
})

test('what the service gave is sent back as it came, and nothing that it did not ask for', () => {
  const sent = new Map(kinds.map((kind, index) => [kind, service.sales[index * 3]?.data ?? {}]))
  expect(sent.get('topUp')).toEqual({
    productId: '1000000',
    customerCellphone: '3001234567',
    amount: '20000',
  })
  expect(sent.get('bill')).toMatchObject({
    prueba: { n: 1.5, ñ: '✓' },
    canal: 'cajá',
    fechaVencimiento: '12345678',
    amount: '1100',
  })
  expect(sent.get('plan')).toMatchObject({ plan: '1', amount: '1200' })
  expect(sent.get('odd')).toMatchObject({ amount: '20000', niño_año: '12345678' })
})

test('the report holds every sale and its sum', async () => {
  const now = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)
  const before = new Date(Date.now() - 29 * 3_600_000).toISOString().slice(0, 10)
  let out = ''
  const streams = { out: (text: string) => void (out += text), err: () => undefined }
  const line = lineOf('report', 'sales', '--from', before, '--to', now)
  await reportCommand(line, createOutput('es', true, streams))
  const { totals } = z
    .object({
      totals: z.object({ rows: z.number(), amount: z.array(z.object({ minor: z.number() })) }),
    })
    .parse(JSON.parse(out))
  const sum = service.sales.reduce(
    (total, { amount }) => total + Math.round(Number(amount) * 100),
    0,
  )
  expect([totals.rows, totals.amount[0]?.minor]).toEqual([wanted.length, sum])
})
