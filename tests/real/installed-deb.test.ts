import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../sandbox/http/server.ts'
import { makeFolder } from '../folders.ts'
import { publish } from '../../scripts/publish/publish.ts'
import { fetchVersion } from '../../electron/update/feed.ts'
import { createPublisher } from '../../electron/update/testing/publisher.ts'
import { choose, goBack, readCurrent, writeCurrent } from '../../electron/versions/current.ts'
import { cleanRoot, whyNoCleanRoot } from './clean-root.ts'
import { atMostBytes, mostBytes, packCompact } from './compact.ts'

// The deb of the compact edition as a shop has it: installed in a copy of this machine's files, without npm and the
// repository's Node, upgraded over the version before, removed and purged.

const missing = whyNoCleanRoot()
if (missing !== null) process.stderr.write(`\nNOT RUN: the installed deb (${missing})\n\n`)

const folder = makeFolder('deb')
const [before, after] = ['0.0.9', '0.1.0']
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

    // The window: a browser without a screen, as this machine has none. Its page has asked, so the app has begun.
    const browser = join(folder, 'browser')
    const screenless = '#!/bin/sh\nexec chromium --ozone-platform=headless "$@"\n'
    writeFileSync(browser, screenless, { mode: 0o755 })
    const data = '/home/caja/.local/share/mostrador'
    const window = root.start(['mostrador'], { MOSTRADOR_BROWSER: browser })
    const log = root.at(`${data}/mostrador.log`)
    await expect
      .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''), { timeout: 200_000 })
      .toContain(`started ${before} chromium`)
    window.child.kill('SIGTERM')
    expect(await window.ended).toMatchObject({ code: 0 })
    expect(readFileSync(log, 'utf8')).not.toContain(' error ')

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

  test('starts what it fetched from a signed feed, and what was before once somebody went back', async () => {
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
      isSecurity: false,
      notes: { es: 'Lo nuevo', en: 'What is new' },
    })
    const places = {
      installed: root.at('/usr/lib/mostrador/versions'),
      fetched: root.at('/home/caja/.local/share/Mostrador/versions'),
    }
    const asked = { from: publisher.feed, root: publisher.rootText(), places, proxy: null }
    await fetchVersion(asked, after)
    expect(await started(), 'fetched and not chosen').toContain(`Mostrador ${before}`)
    writeCurrent(places, choose(readCurrent(places), after))
    expect(await started()).toContain(`Mostrador ${after}`)
    writeCurrent(places, goBack(readCurrent(places), after, before))
    expect(await started()).toContain(`Mostrador ${before}`)
  })
})
