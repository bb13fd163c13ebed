import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { house, node24, run, say } from './house.mjs'

const folder = join(house, 'node_modules', 'electron')
/** How long its server may take to answer, and the whole download, in milliseconds. */
const patience = { answer: 10_000, download: 600_000 }

/** It is told again at each further so many bytes. */
const tenMegabytes = 10_000_000

/** The Electron program, or null: already there, or downloaded. What failed is tried again at the next start. */
export async function electronBinary() {
  return installedElectron() ?? ((await download()) ? installedElectron() : null)
}

/** The Electron program that is there, or null. */
export function installedElectron() {
  const named = join(folder, 'path.txt')
  if (!existsSync(named)) return null
  const program = join(folder, 'dist', readFileSync(named, 'utf8'))
  return existsSync(program) ? program : null
}

async function download() {
  say('Buscando Electron...')
  const size = await reachable()
  if (size !== null) {
    // What comes lands in a folder of its own, so that we can say how far it is.
    const landing = mkdtempSync(join(tmpdir(), 'mostrador-electron-'))
    let tens = -1
    const telling = setInterval(() => {
      const here = bytesIn(landing)
      if (Math.floor(here / tenMegabytes) === tens) return
      tens = Math.floor(here / tenMegabytes)
      say(`Descargando Electron: ${megabytes(here)}${size > 0 ? ` de ${megabytes(size)}` : ''} MB`)
    }, 500)
    const env = { TMPDIR: landing, TMP: landing, TEMP: landing, ELECTRON_GET_NO_PROGRESS: '1' }
    const options = { env, timeoutMs: patience.download }
    const code = await run(node24(), [join(folder, 'install.js')], options)
    clearInterval(telling)
    rmSync(landing, { recursive: true, force: true })
    if (code === 0) return true
  }
  say('Electron no se puede descargar ahora: se usa Chrome, Edge o Chromium como ventana.')
  return false
}

const megabytes = (bytes) => Math.round(bytes / 1_000_000)

function bytesIn(landing) {
  const files = readdirSync(landing, { recursive: true }).map((name) => join(landing, name))
  return files.reduce((sum, file) => sum + sizeOf(file), 0)
}

/** A file may have been moved meanwhile. */
function sizeOf(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : 0
}

/** The size of the download in bytes (0: not told), or null where its server does not answer. */
async function reachable() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const mirror =
    process.env.ELECTRON_MIRROR ??
    process.env.npm_config_electron_mirror ??
    'https://github.com/electron/electron/releases/download/'
  const file = `electron-v${version}-${process.platform}-${process.arch}.zip`
  try {
    const answer = await fetch(new URL(`v${version}/${file}`, mirror), {
      method: 'HEAD',
      signal: AbortSignal.timeout(patience.answer),
    })
    return answer.ok ? Number(answer.headers.get('content-length') ?? 0) : null
  } catch {
    // No name, no route, no answer: all the same to whoever waits for a window.
    return null
  }
}
