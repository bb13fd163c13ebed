import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { asked, house, node24, run, say } from './house.mjs'

// Builds what changed: the window's page (out/renderer), or with --electron all three parts. Node 24.

const page = ['renderer/**/*', 'shared/**/*.{ts,json}', 'vite.config.ts', 'package-lock.json']
const everything = [...page, 'electron/**/*.ts', 'sandbox/**/*.ts', 'electron.vite.config.ts']
const out = join(house, 'out')
const built = join(out, 'renderer')
const pageStamp = join(built, '.sources')
const electronStamp = join(out, '.sources')

/** The build writes this one itself; tests are no part of what is built. */
const isSource = (path) => !path.endsWith('.test.ts') && !path.endsWith('components.d.ts')

function hashOf(patterns) {
  const hash = createHash('sha256')
  const paths = patterns.flatMap((pattern) => globSync(pattern, { cwd: house })).sort()
  for (const path of paths.filter(isSource)) {
    const full = join(house, path)
    if (statSync(full).isFile()) hash.update(path).update(readFileSync(full))
  }
  return hash.digest('hex')
}

const isCurrent = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
const tool = (name, file) => join(house, 'node_modules', name, 'bin', file)

async function buildPage() {
  const hash = hashOf(page)
  if (isCurrent(pageStamp, hash)) return 0
  say('Construyendo la ventana...')
  // Built aside and then renamed: a window that is open meanwhile never sees half a build.
  const aside = join(out, `renderer-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  const options = ['build', '--outDir', aside, '--logLevel', 'warn']
  const code = await run(node24(), [tool('vite', 'vite.js'), ...options])
  if (code === 0) {
    writeFileSync(join(aside, '.sources'), hash)
    rmSync(built, { recursive: true, force: true })
    renameSync(aside, built)
  } else {
    rmSync(aside, { recursive: true, force: true })
  }
  return code
}

async function buildElectron() {
  const hash = hashOf(everything)
  if (isCurrent(electronStamp, hash)) return 0
  say('Construyendo la aplicación...')
  const options = ['build', '--logLevel', 'warn']
  const code = await run(node24(), [tool('electron-vite', 'electron-vite.js'), ...options])
  if (code === 0) {
    writeFileSync(electronStamp, hash)
    writeFileSync(pageStamp, hashOf(page))
  }
  return code
}

process.exitCode = await (asked('electron') ? buildElectron() : buildPage())
