import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { house, node24, run, say } from './house.mjs'

const folder = join(house, 'node_modules', 'electron')
const unreachable = join(house, 'node_modules', '.cache', 'electron-unreachable')
const day = 24 * 60 * 60 * 1000

/** The Electron program, or null: already there, or downloaded when its server answers at once. */
export async function electronBinary() {
  return installed() ?? ((await download()) ? installed() : null)
}

function installed() {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return null
  const program = join(folder, 'dist', readFileSync(named, 'utf8'))
  return existsSync(program) ? program : null
}

/** A failed try costs seconds, and is not repeated for a day (or until the file is removed). */
async function download() {
  const tried = statSync(unreachable, { throwIfNoEntry: false })
  if (tried && Date.now() - tried.mtimeMs < day) return false
  say('Buscando Electron...')
  if (await isReachable()) {
    rmSync(unreachable, { force: true })
    const install = join(folder, 'install.js')
    if ((await run(node24(), [install], { timeoutMs: 180_000 })) === 0) return true
  }
  mkdirSync(join(unreachable, '..'), { recursive: true })
  writeFileSync(unreachable, '')
  say('Electron no se puede descargar ahora: se usa Chrome, Edge o Chromium como ventana.')
  return false
}

/** Whether the server of its downloads answers within seconds. */
async function isReachable() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const mirror =
    process.env.ELECTRON_MIRROR ??
    process.env.npm_config_electron_mirror ??
    'https://github.com/electron/electron/releases/download/'
  try {
    const answer = await fetch(new URL(`v${version}/SHASUMS256.txt`, mirror), {
      method: 'HEAD',
      signal: AbortSignal.timeout(4_000),
    })
    return answer.ok
  } catch {
    // No name, no route, no answer: all the same to whoever waits for a window.
    return false
  }
}
