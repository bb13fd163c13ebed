import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from '../folders.ts'
import { makeWindows, node22, whyNoWine } from './wine.ts'

// The store on Windows' file rules, which Wine keeps: no file is replaced or removed while a program has it open, and a
// folder cannot be synced. Run by an older Node, as today's does not start under Debian's Wine.

const missing = whyNoWine()
if (missing !== null) process.stderr.write(`\nNOT RUN: the store on Windows (${missing})\n\n`)

const folder = makeFolder('windows')
const json = z.record(z.string(), z.unknown())
const said = (out: string) => json.parse(JSON.parse(out.trim().split('\n').at(-1) ?? ''))

describe.skipIf(missing !== null)(`the store under Wine${missing ? `: ${missing}` : ''}`, () => {
  test('is locked, killed, checked, copied, restored; waits a while for a file that is held', async () => {
    const root = fileURLToPath(new URL('.', import.meta.url))
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: join(root, 'windows-steps.ts'),
        outDir: join(folder, 'steps'),
        rolldownOptions: { output: { format: 'es', entryFileNames: 'steps.js' } },
      },
    })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const windows = await makeWindows(join(folder, 'home'))
    const shop = windows.at('AppData/Roaming/Tienda Ñandú y Cía')
    const step = (name: string, at: string, ...more: string[]) =>
      [node22, `Z:${join(folder, 'steps/steps.js')}`, name, `Z:${at}`, ...more] as const
    const ran = async (...given: Parameters<typeof step>) =>
      said((await windows.run(step(...given))).out)

    const selling = windows.start(step('sell', shop))
    await expect.poll(selling.said).toContain('sale-0001')
    const second = windows.start(step('look', shop))
    await second.code
    expect(said(second.said())).toMatchObject({ failed: 'REGISTER_ALREADY_OPEN' })
    await windows.kill()
    await selling.code

    const kept = { state: 'SENDING', copied: true }
    expect(await ran('look', shop)).toEqual({ ...kept, isRecovered: false })
    const journal = join(shop, 'journal.db')
    writeFileSync(journal, Buffer.alloc(statSync(journal).size, 7))
    const restored = await ran('look', shop)
    expect(restored).toMatchObject({ isRecovered: true, copied: true })
    expect(restored['state']).not.toBeNull()
    expect(readdirSync(shop).filter((name) => /partial|\.new$/.test(name))).toEqual([])

    // Another program lets it go in time, or does not.
    const first = join(folder, 'held soon')
    const never = join(folder, 'held long')
    const saved = join(folder, 'saved soon')
    for (const at of [first, never, saved]) mkdirSync(at)
    expect(await ran('replace', first, '100')).toEqual({ holds: 'después' })
    expect(await ran('replace', saved, '100', 'saved')).toEqual({ holds: 'después' })
    expect(await ran('replace', never, '600000')).toEqual({
      holds: 'antes',
      isLeft: false,
      code: 'EPERM',
    })
    expect(readFileSync(join(never, 'note.json'), 'utf8')).toBe('antes')
  })
})
