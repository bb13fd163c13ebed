import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../sandbox/http/server.ts'
import { button } from '../e2e/hands.ts'
import { makeFolder } from '../folders.ts'
import { publish } from '../../scripts/publish/publish.ts'
import { createPublisher } from '../../electron/update/testing/publisher.ts'
import { goBack, readCurrent, writeCurrent } from '../../electron/versions/current.ts'
import { cleanRoot, whyNoCleanRoot, type CleanRoot } from './clean-root.ts'
import { atMostBytes, mostBytes, packCompact } from './compact.ts'

// The deb of the compact edition as a shop has it: installed in a copy of this machine's files, without npm and the
// repository's Node, upgraded over the version before, removed and purged.

const missing = whyNoCleanRoot()
if (missing !== null) process.stderr.write(`\nNOT RUN: the installed deb (${missing})\n\n`)

const folder = makeFolder('deb')
const [before, after] = ['0.0.9', '0.1.0']
const data = '/home/caja/.local/share/mostrador'

/** The window, in a browser without a screen, as this machine has none. Its page has asked, so the app has begun. */
async function openWindow(root: CleanRoot) {
  const browser = join(folder, 'browser')
  const screenless =
    '#!/bin/sh\nexec chromium --ozone-platform=headless --remote-debugging-port=0 "$@"\n'
  writeFileSync(browser, screenless, { mode: 0o755 })
  const window = root.start(['mostrador'], { MOSTRADOR_BROWSER: browser })
  onTestFinished(() => void window.child.kill('SIGTERM'))
  const log = root.at(`${data}/mostrador.log`)
  await expect
    .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''), { timeout: 200_000 })
    .toContain(`started ${before} chromium`)
  return window
}

/** Somebody at the window says where versions come from, looks, and installs the one that is there. */
async function update(root: CleanRoot, feed: string): Promise<void> {
  const [port = ''] = readFileSync(root.at(`${data}/window/DevToolsActivePort`), 'utf8').split('\n')
  const driver = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 200_000 })
  const [page] = driver.contexts()[0]?.pages() ?? []
  if (!page) throw new Error('the browser shows no page')
  // What brings a version has the lowest priority: on a busy machine it waits for everybody.
  page.setDefaultTimeout(600_000)
  const press = (name: string) => button(page, name).click()
  await press('Colombia')
  await page.locator('[data-product]').first().waitFor()
  await page.keyboard.press('F9')
  await page.getByRole('link', { name: 'Actualizaciones' }).click()
  await page.getByLabel('De dónde vienen las actualizaciones').fill(feed)
  await press('Guardar')
  await press('Buscar ahora')
  await press('Instalar')
  await page.getByText(`La versión ${after} comienza la próxima vez`).waitFor()
  await driver.close()
}

describe.skipIf(missing !== null)(`the deb${missing ? `: ${missing}` : ''}`, () => {
  let packed: string
  let upgrade: string

  beforeAll(async () => {
    packed = await packCompact('deb', before, join(folder, 'before'))
    upgrade = await packCompact('deb', after, join(folder, 'after'))
  })

  const shaOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  const billSchema = z.object({
    bomFormat: z.string(),
    metadata: z.object({ component: z.object({ version: z.string() }) }),
    components: z.array(z.object({ name: z.string() })),
  })
  const saleSchema = z.object({ id: z.string(), state: z.string() })

  test('is as small as a shop can bring; the same inputs give the same bytes, and their sums stand beside them', async () => {
    expect(await atMostBytes(packed)).toBeLessThan(mostBytes)
    const again = await packCompact('deb', before, join(folder, 'again'))
    expect(shaOf(again)).toBe(shaOf(packed))
    const sums = readFileSync(join(folder, 'again', 'SHA256SUMS'), 'utf8')
    expect(sums).toContain(`${shaOf(again)}  mostrador_${before}_amd64.deb\n`)
    const bill = readFileSync(join(folder, 'again', `mostrador-${before}.cdx.json`), 'utf8')
    const { bomFormat, metadata, components } = billSchema.parse(JSON.parse(bill))
    expect([bomFormat, metadata.component.version]).toEqual(['CycloneDX', before])
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['undici', '@vue/runtime-dom', 'playwright-core']),
    )
  })

  test('is installed, opens its window, sells, is upgraded with a sale open, removed and purged', async () => {
    const service = await startSandbox({ settings: { statusSeconds: 0 } })
    const root = await cleanRoot(join(folder, 'root'))
    const installed = await root.run(['dpkg', '--install', packed])
    expect(installed.code, installed.err).toBe(0)
    expect((await root.run(['dpkg', '--verify', 'mostrador'])).out).toBe('')
    expect((await root.run(['mostrador', '--help'])).out).toContain('Uso: mostrador COMANDO')

    const window = await openWindow(root)
    const log = root.at(`${data}/mostrador.log`)
    window.child.kill('SIGTERM')
    expect(await window.ended).toMatchObject({ code: 0 })
    expect(readFileSync(log, 'utf8')).not.toContain(' ERROR ')

    const at = ['--base-url', service.url, '--country', 'CO', '--json']
    const token = { MOSTRADOR_TOKEN: service.token }
    const sell = (amount: number, ...more: string[]) =>
      root.run(
        [
          ...['mostrador', 'sell', '10000', '--set', 'customerCellphone=3001234567'],
          ...['--set', `amount=${amount}`, '--yes', ...at, ...more],
        ],
        token,
      )
    const sold = await sell(5000)
    expect(saleSchema.parse(JSON.parse(sold.out)).state, sold.err).toBe('APPROVED')
    service.control.changeSettings({ statusSeconds: 20 })
    const open = await sell(7000, '--wait', '0')
    expect(open.code, open.err).toBe(10)

    const upgraded = await root.run(['dpkg', '--install', upgrade])
    expect(upgraded.code, upgraded.err).toBe(0)
    expect(existsSync(root.at(`/usr/lib/mostrador/versions/${before}`))).toBe(false)
    const resolved = await root.run(['mostrador', 'resolve', '--wait', '120', ...at], token)
    expect(resolved.code, resolved.err).toBe(0)
    const listed = await root.run(['mostrador', 'journal', '--state', 'APPROVED', ...at], token)
    const ids = z.array(saleSchema).parse(JSON.parse(listed.out))
    expect(ids.map(({ id }) => id).toSorted()).toEqual(
      [sold, open].map(({ out }) => saleSchema.parse(JSON.parse(out)).id).toSorted(),
    )

    const journal = shaOf(root.at(`${data}/journal.db`))
    const removed = await root.run(['dpkg', '--remove', 'mostrador'])
    expect([removed.code, removed.out]).toEqual([
      0,
      expect.stringContaining('~/.local/share/mostrador'),
    ])
    expect((await root.run(['dpkg', '--purge', 'mostrador'])).code).toBe(0)
    for (const gone of ['/usr/bin/mostrador', '/usr/lib/mostrador']) {
      expect(existsSync(root.at(gone)), gone).toBe(false)
    }
    expect(shaOf(root.at(`${data}/journal.db`))).toBe(journal)
    await service.close()
  })

  test('starts what its window fetched from a signed feed and installed, and what was before once somebody went back', async () => {
    const root = await cleanRoot(join(folder, 'updated'))
    expect((await root.run(['dpkg', '--install', packed])).code).toBe(0)
    const started = async () => (await root.run(['mostrador', 'health'])).out
    expect(await started()).toContain(`Mostrador ${before}`)

    const unpacked = join(folder, 'unpacked')
    execFileSync('dpkg-deb', ['--extract', upgrade, unpacked])
    const publisher = createPublisher(join(folder, 'publisher'))
    publisher.root()
    await publish(publisher.of(new Date()), {
      folder: join(unpacked, 'usr/lib/mostrador/versions', after),
      // Taken in December, too.
      isSecurity: true,
      notes: { es: 'Lo nuevo', en: 'What is new' },
    })
    const known = `/usr/lib/mostrador/versions/${before}/update-root.json`
    writeFileSync(root.at(known), publisher.rootText())
    const places = {
      installed: root.at('/usr/lib/mostrador/versions'),
      fetched: root.at('/home/caja/.local/share/Mostrador/versions'),
    }
    const window = await openWindow(root)
    await update(root, publisher.feed)
    window.child.kill('SIGTERM')
    expect(await window.ended).toMatchObject({ code: 0 })
    expect(await started()).toContain(`Mostrador ${after}`)
    writeCurrent(places, goBack(readCurrent(places), after, before))
    expect(await started()).toContain(`Mostrador ${before}`)
  }, 900_000)
})
