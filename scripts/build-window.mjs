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
import { house, run, node24, say } from './house.mjs'

// Builds out/renderer when what it is made of changed. Runs on Node 24.

const sources = ['renderer/**/*', 'shared/**/*.ts', 'vite.config.ts', 'package-lock.json']
const built = join(house, 'out', 'renderer')
const stamp = join(built, '.sources')

/** The build writes this one itself; tests are no part of the page. */
const isSource = (path) => !path.endsWith('.test.ts') && !path.endsWith('components.d.ts')

function sourcesHash() {
  const hash = createHash('sha256')
  const paths = sources.flatMap((pattern) => globSync(pattern, { cwd: house })).sort()
  for (const path of paths.filter(isSource)) {
    const full = join(house, path)
    if (statSync(full).isFile()) hash.update(path).update(readFileSync(full))
  }
  return hash.digest('hex')
}

const wanted = sourcesHash()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  say('Construyendo la ventana...')
  // Built aside and then renamed: a window that is open meanwhile never sees half a build.
  const aside = join(house, 'out', `renderer-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  const vite = join(house, 'node_modules', 'vite', 'bin', 'vite.js')
  const code = await run(node24(), [vite, 'build', '--outDir', aside, '--logLevel', 'warn'])
  if (code === 0) {
    writeFileSync(join(aside, '.sources'), wanted)
    rmSync(built, { recursive: true, force: true })
    renameSync(aside, built)
  } else {
    rmSync(aside, { recursive: true, force: true })
    process.exitCode = code
  }
}
