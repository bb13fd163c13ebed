import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/http/server.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { run } from '../run.ts'

let service: Sandbox
let dataDir: string
beforeAll(async () => {
  service = await startSandbox({ token: 'catalog' })
  dataDir = makeFolder('cli-catalog', inMemory)
})
afterAll(() => service.close())

async function cli(...args: string[]) {
  const ran = { code: -1, out: '', err: '' }
  const streams = {
    out: (text: string) => void (ran.out += text),
    err: (text: string) => void (ran.err += text),
  }
  const at = ['--base-url', service.url, '--country', 'CO', '--data-dir', dataDir]
  const env = { LANG: 'es_CO', MOSTRADOR_TOKEN: 'catalog' }
  ran.code = await run([...args, ...at], env, streams)
  return ran
}

test('catalog tells prices alone, and what changed since yesterday', async () => {
  const { out: all } = await cli('catalog')
  const { out: priced } = await cli('catalog', '--prices')
  expect(all).toContain('valor libre')
  expect(priced).not.toContain('valor libre')
  expect(priced).toContain('Clara 3 GB')
  const none = { code: 0, out: 'El catálogo no ha cambiado desde ayer.\n', err: '' }
  expect(await cli('catalog', '--changes')).toEqual(none)
  const port = Number(new URL(service.url).port)
  await service.close()
  // The same service, which lists what the contract only names as well.
  service = await startSandbox({ token: 'catalog', port, unshown: true })
  const { out: changed } = await cli('catalog', '--changes')
  expect(changed).toMatch(/^nuevo +950001 .*Recaudo Fundación Semilla/m)
  expect(await cli('catalog', '--changes', '--prices')).toMatchObject({ code: 2 })
})

test('day tells of a day in short, and of no other text', async () => {
  const { code, out } = await cli('day', '2026-10-05')
  expect(code).toBe(0)
  expect(out).toContain('Resumen del día')
  expect(out).toContain('Todavía no hay ventas aprobadas este día.')
  for (const args of [['5-10-2026'], ['2026-10-05', '2026-10-06']]) {
    expect(await cli('day', ...args)).toMatchObject({ code: 2, out: '' })
  }
})
