import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { intentSample } from '../../store/journal-samples.ts'
import { openSelling, type OpenedSelling } from './open-selling.ts'
import type { SellingDeps } from './ports.ts'
import { createMemoryService, profileSample } from './testing/memory-service.ts'
import { createVirtualClock } from './testing/virtual-clock.ts'

let folder = ''
const opened: OpenedSelling[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-open-'))
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  rmSync(folder, { recursive: true })
})

function open(): OpenedSelling {
  const clock = createVirtualClock(Date.UTC(2026, 10, 21, 14))
  const { service } = createMemoryService(clock.now)
  const deps: Omit<SellingDeps, 'journal'> = {
    service: () => service,
    profileId: () => profileSample.id,
    productForSale: async () => productSample,
    emit: () => undefined,
    clock,
    onResume: () => () => undefined,
    balance: () => null,
    refreshBalance: () => undefined,
    onProblem: () => undefined,
  }
  const selling = openSelling(folder, deps)
  opened.push(selling)
  return selling
}

const { productName, categoryName, tip, direction } = intentSample()
const productSample = { name: productName, categoryName, tip, direction, price: null, form: null }

const sellInput = {
  draftId: 'draft-0001',
  productId: '10000',
  quoteId: null,
  values: {},
  again: false,
  againOf: null,
}

const page = { offset: 0, limit: 10 }

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
  return 'nothing thrown'
}

it('the second start says that the register is open, and still shows its sales', async () => {
  const first = open()
  expect(first.failure).toBeNull()
  const second = open()
  expect(second.failure?.error.code).toBe('REGISTER_ALREADY_OPEN')
  expect(await codeOf(second.handlers['selling.sell'](sellInput))).toBe('REGISTER_ALREADY_OPEN')
  expect(await second.handlers['selling.list'](page)).toEqual({ sales: [], count: 0 })
})

it('a damaged journal sells nothing and says so on every call', async () => {
  writeFileSync(join(folder, 'journal.db'), 'no database'.repeat(1000))
  const { handlers, selling } = open()
  expect(selling).toBeNull()
  expect(await codeOf(handlers['selling.sell'](sellInput))).toBe('JOURNAL_DAMAGED')
  expect(await codeOf(handlers['selling.list'](page))).toBe('JOURNAL_DAMAGED')
})
