import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from '../tests/folders.ts'

const scripts = fileURLToPath(new URL('.', import.meta.url))

// A copy of the scripts in a house where Electron, the builds and the window are stand-ins.
let house: string
beforeEach(() => {
  house = makeFolder('house')
  for (const name of globSync('*.mjs', { cwd: scripts })) {
    cpSync(join(scripts, name), join(house, 'scripts', name))
  }
  put('package.json', '{"type":"module"}')
  put('package-lock.json', '{}')
  put('node_modules/.package-lock.json', '{}')
  put('node_modules/electron/package.json', '{"version":"45.4.1"}')
  put('scripts/build.mjs', '')
  put('scripts/find-browser.ts', '')
  put('electron/chromium.ts', told('told-window'))
})

function put(name: string, text: string, mode = 0o644): void {
  mkdirSync(join(house, name, '..'), { recursive: true })
  writeFileSync(join(house, name), text, { mode })
}

/** A script that keeps what it was started with. */
const told = (name: string) =>
  `import { writeFileSync } from 'node:fs'
   writeFileSync(${JSON.stringify(join(house, name))}, JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE ?? null]))`

const heard = (name: string): unknown => JSON.parse(readFileSync(join(house, name), 'utf8'))

/** An Electron that is there, and that ends with these lines of a shell. */
function installElectron(...lines: string[]): void {
  put('node_modules/electron/path.txt', 'electron')
  put('electron.mjs', told('told-electron'))
  const start = `'${process.execPath}' '${join(house, 'electron.mjs')}' "$@"`
  put('node_modules/electron/dist/electron', ['#!/bin/sh', start, ...lines, ''].join('\n'), 0o755)
}

interface Started {
  code: number
  said: string
}
/** `hear` is told of what is said meanwhile. */
function start(
  env: Record<string, string> = {},
  hear: (said: string) => void = () => undefined,
): Promise<Started> {
  const args = [join(house, 'scripts/start.mjs'), '--data-dir', 'D']
  return new Promise((resolve) => {
    const options = { env: { ...process.env, DISPLAY: ':0', ...env } }
    const child = execFile(process.execPath, args, options, (_error, _stdout, said) =>
      resolve({ code: child.exitCode ?? -1, said }),
    )
    child.stderr?.on('data', (said) => hear(String(said)))
  })
}

const options = ['--data-dir', 'D']

describe('Electron as the window', () => {
  test('opens, with nothing of an editor’s terminal, and its end is the end', async () => {
    installElectron('exit 0')
    expect((await start({ ELECTRON_RUN_AS_NODE: '1' })).code).toBe(0)
    expect(heard('told-electron')).toEqual([expect.arrayContaining(options), null])
    expect(() => heard('told-window')).toThrow('ENOENT')
  })

  test.each(['kill -TRAP $$', 'exit 127'])(
    'where it ends at once (%s) the other window opens, and it is said',
    async (end) => {
      installElectron(end)
      const { code, said } = await start()
      expect(said).toContain('Electron no pudo abrir aquí')
      expect(code).toBe(0)
      expect(heard('told-window')).toEqual([options, null])
    },
  )

  test('what cannot be started at all is no window either', async () => {
    installElectron()
    chmodSync(join(house, 'node_modules/electron/dist/electron'), 0o644)
    expect((await start()).code).toBe(0)
    expect(heard('told-window')).toEqual([options, null])
  })
})

describe('bringing Electron', () => {
  test('is tried again at the next start, and says how far it is', async () => {
    let isUp = false
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(isUp ? 200 : 503, { 'content-length': 120_000_000 }).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const env = { ELECTRON_MIRROR: `http://127.0.0.1:${port}/` }
    const first = await start(env)
    expect(first.said).toContain('no se puede descargar ahora')
    expect(heard('told-window')).toEqual([options, null])

    isUp = true
    rmSync(join(house, 'told-window'))
    installElectron('exit 0')
    rmSync(join(house, 'node_modules/electron/path.txt'))
    // It ends once it was said how far it is.
    put(
      'node_modules/electron/install.js',
      `import { existsSync, writeFileSync } from 'node:fs'
       import { tmpdir } from 'node:os'
       import { join } from 'node:path'
       writeFileSync(join(tmpdir(), 'electron.zip'), Buffer.alloc(30_000_000))
       const waiting = setInterval(() => {
         if (!existsSync(${JSON.stringify(join(house, 'said'))})) return
         clearInterval(waiting)
         writeFileSync(${JSON.stringify(join(house, 'node_modules/electron/path.txt'))}, 'electron')
       }, 5)`,
    )
    const second = await start(env, (said) => {
      if (said.includes('Descargando Electron: 30 de 120 MB')) put('said', '')
    })
    expect(second.said).toContain('Descargando Electron: 30 de 120 MB')
    expect(heard('told-electron')).toEqual([expect.arrayContaining(options), null])
    expect(() => heard('told-window')).toThrow('ENOENT')
    expect(asked).toEqual(Array(2).fill(expect.stringMatching(/^HEAD \/v45\.4\.1\/electron-v45/)))
  })
})

describe('a system that keeps Electron from its sandbox', () => {
  const setting = 'proc/sys/kernel/apparmor_restrict_unprivileged_userns'

  /** What the script says of a system whose settings stand below the house. */
  async function refuses(uid: number): Promise<string> {
    const program = join(house, 'electron')
    const ask = `import { refusesSandbox } from ${JSON.stringify(join(house, 'scripts/electron-window.mjs'))}
      process.stdout.write(String(refusesSandbox(${JSON.stringify(program)}, { platform: 'linux', uid: ${uid}, root: ${JSON.stringify(house)} })))`
    return new Promise((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', ask], (_error, answer) =>
        resolve(answer),
      )
    })
  }

  test('is known by its settings, and not by their absence', async () => {
    expect(await refuses(1000)).toBe('false')
    put(setting, '0\n')
    expect(await refuses(1000)).toBe('false')
    put(setting, '1\n')
    expect(await refuses(1000)).toBe('true')
    expect(await refuses(0)).toBe('false')
  })

  test.runIf(process.getuid?.() === 0)(
    'is none where the helper is root’s and setuid',
    async () => {
      put(setting, '1\n')
      put('chrome-sandbox', '', 0o4755)
      expect(await refuses(1000)).toBe('false')
    },
  )
})
