import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseCommandLine } from '../../electron/cli/arguments.ts'
import { createOutput } from '../../electron/cli/output.ts'
import { sellCommand } from '../../electron/cli/commands/sell.ts'
import { withSession } from '../../electron/cli/session.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import type { FormValues } from '../../shared/domain/form/form.ts'
import { language } from '../../renderer/i18n/language.ts'
import { inMemory, makeFolder } from '../folders.ts'
import { openCounter } from './forms-counter.ts'
import { recordTo, type Recorder } from './forms-recorder.ts'

// Every product is sold twice, by the window's own forms and by the command line's arguments: the service must not
// be able to tell them apart. The window speaks English: what it calls the service's fields is not what it sends.

const silent = { out: () => undefined, err: () => undefined }

describe.each([
  ['CO', 'COP'],
  ['EC', 'USD'],
] as const)('every product of %s', (country: Country, currency) => {
  let sandbox: Sandbox
  let recorder: Recorder
  let folder: string

  beforeAll(async () => {
    sandbox = await startSandbox({
      currency,
      balance: 100_000_000_000,
      settings: { statusSeconds: 0 },
    })
    language.value = 'en'
    recorder = await recordTo(sandbox.url)
    folder = makeFolder('agree', inMemory)
  })
  afterEach(() => vi.unstubAllGlobals())
  afterAll(async () => {
    language.value = 'es'
    await recorder.close()
    await sandbox.close()
  })

  /** A command line over the service, as from a shell that has its token, with books of that name. */
  const lineOf = (name: string, args: readonly string[]) => {
    const at = ['--base-url', recorder.url, '--country', country, '--data-dir', join(folder, name)]
    return parseCommandLine([...args, ...at], { MOSTRADOR_TOKEN: sandbox.token })
  }

  interface Sold {
    name: string
    typed: FormValues
    sent: string[]
  }

  async function sellAtWindow(): Promise<Map<string, Sold>> {
    const line = lineOf('window', ['sell', 'all', '--yes'])
    return withSession(line, 'write', async ({ features }) => {
      await features.handlers['catalog.refresh']({})
      const { products } = await features.handlers['catalog.get']({ from: null })
      const counter = await openCounter(features, country)
      const sold = new Map<string, Sold>()
      for (const product of products) {
        recorder.take()
        const { typed } = await counter.sell(product)
        sold.set(product.id, { name: product.name, typed, sent: recorder.take() })
      }
      return sold
    })
  }

  async function sellAtCommandLine(productId: string, typed: FormValues): Promise<string[]> {
    const set = Object.entries(typed).flatMap(([name, text]) => ['--set', `${name}=${text}`])
    const once = ['--yes', '--again', '--wait', '0', '--json']
    recorder.take()
    const line = lineOf('cli', ['sell', productId, ...set, ...once])
    await sellCommand(line, createOutput('es', true, silent))
    return recorder.take()
  }

  test('asks and sells with the same bodies from the window and from the command line', async () => {
    const atWindow = await sellAtWindow()
    expect(atWindow.size).toBeGreaterThan(60)
    for (const [productId, { name, typed, sent }] of atWindow) {
      expect(sent.at(-1), name).toMatch(/^sell /)
      const [first, sale] = [sent[0], sent.at(-1)]
      const also = await sellAtCommandLine(productId, typed)
      expect([name, also[0], also.at(-1)]).toEqual([name, first, sale])
      expect([name, also.length]).toEqual([name, sent.length])
      expect(also.join()).not.toContain('4539125678901234')
    }
  })
})
