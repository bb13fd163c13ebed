import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from '../folders.ts'
import { packager } from './packed.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(house, file), 'utf8')

// As far as a machine without the binary can: the packager's own reader and validator of its file.
const check = `
  const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config')
  const { DebugLogger } = require('builder-util')
  getConfig(process.cwd(), process.argv[1], null)
    .then(async (config) => {
      await validateConfiguration(config, new DebugLogger(false))
      console.log(JSON.stringify(config))
    })
    .catch((error) => { console.error(error.message); process.exitCode = 1 })
`

const platform = z.object({ target: z.unknown() })
const manifest = z
  .object({
    name: z.string(),
    productName: z.string(),
    desktopName: z.string(),
    homepage: z.url(),
    main: z.string(),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')))

async function validated(file: string) {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', check, file], {
    cwd: house,
    env: { ...process.env, NODE_PATH: packager },
  })
  return z
    .object({
      files: z.array(z.object({ filter: z.array(z.string()) })),
      productName: z.string().optional(),
      electronFuses: z.record(z.string(), z.boolean()),
      toolsets: z.record(z.string(), z.string()).optional(),
      npmRebuild: z.boolean(),
      win: platform,
      mac: platform.extend({ identity: z.string().nullable().optional() }),
      linux: platform.extend({ syncDesktopName: z.boolean().optional() }),
    })
    .parse(JSON.parse(stdout.slice(stdout.indexOf('{'))))
}

let config: Awaited<ReturnType<typeof validated>>
beforeAll(async () => {
  config = await validated('electron-builder.yml')
})

test('the packager accepts the configuration, for the three systems', () => {
  const targets = JSON.stringify([config.win.target, config.mac.target, config.linux.target])
  for (const target of ['nsis', 'dmg', 'AppImage', 'deb']) expect(targets).toContain(target)
})

test('the packager refuses what is not in its schema', async () => {
  const folder = makeFolder('packaging')
  const file = join(folder, 'bad.yml')
  writeFileSync(file, `${read('electron-builder.yml')}\nelectronFuzes: {}\n`)
  await expect(validated(file)).rejects.toThrow(/electronFuzes/)
})

test('each machine packs for its own kind of processor, whose binding of the keyring it has', () => {
  expect(JSON.stringify([config.win, config.mac, config.linux])).not.toContain('arch')
  // Else the packager would fetch headers and compile.
  expect(config.npmRebuild).toBe(false)
})

test('the app has its name and home page from one place, and its window is found by its entry', () => {
  expect(manifest).toMatchObject({
    name: 'mostrador',
    productName: 'Mostrador',
    desktopName: 'mostrador.desktop',
  })
  expect(config.productName).toBeUndefined()
  expect(config.linux.syncDesktopName).toBe(true)
})

test('an AppImage needs nothing that a new system lacks', () => {
  expect(config.toolsets).toEqual({ appimage: '1.0.3' })
})

test('a Mac starts it although no certificate signed it, and asks for no Keychain', () => {
  const { electronFuses, mac } = config
  expect(electronFuses.resetAdHocDarwinSignature === true || mac.identity === '-').toBe(true)
  expect(electronFuses.enableCookieEncryption).toBe(false)
})

test('the program cannot be bent by its environment, and loads only its own archive', () => {
  expect(config.electronFuses).toMatchObject({
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('what is packaged begins where package.json says, and leaves the driver out', () => {
  const { main, dependencies } = manifest
  expect(main).toBe('out/main/main.js')
  expect(Object.keys(dependencies)).not.toContain('playwright-core')
  expect(Object.keys(dependencies)).not.toContain('electron')
  expect(config.files.flatMap(({ filter }) => filter)).toEqual([
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'package.json',
  ])
})
