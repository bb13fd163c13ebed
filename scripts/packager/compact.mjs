import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { house, say } from '../house.mjs'
import { packageOf } from './bill.mjs'
import { makeVersion } from './bundle.mjs'
import { makeDeb } from './deb.mjs'
import { makeSetup } from './windows.mjs'

// Packs the compact edition, on Linux: the app, a Node of its own, and the PC's Edge, Chrome or Chromium as its window.
// Node 24. `npm run package` starts it; what it needs is there by then.

/** More than this a shop's connection should not have to bring, in bytes. */
const most = 60_000_000

const { values } = parseArgs({
  options: {
    output: { type: 'string', default: join(house, 'release') },
    // What a test packs: another version than package.json's, quickly, and only one of the two.
    version: { type: 'string', default: packageOf(house).version },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const { version, quick, only } = values
const output = resolve(values.output)
const kinds = { deb: makeDeb, setup: makeSetup }

// Kept beside the packages: a feed is made of it (docs/release.md).
const app = join(output, 'versions', version)
mkdirSync(app, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'mostrador-package-'))
try {
  await makeVersion(app, version)
  if (!existsSync(join(app, 'update-root.json'))) {
    say('Sin build/update-root.json: lo empacado no busca versiones nuevas (docs/release.md).')
  }
  const made = []
  for (const [kind, make] of Object.entries(kinds)) {
    if (only !== undefined && only !== kind) continue
    say(`Empacando ${kind}...`)
    const file = await make({ app, version, output, quick, folder: join(folder, kind) })
    made.push(file)
    const { size } = statSync(file)
    say(`${basename(file)}: ${(size / 1e6).toFixed(1)} MB`)
    if (size > most && !quick) throw new Error(`${basename(file)} pasa de ${most / 1e6} MB.`)
  }
  const bill = join(output, `mostrador-${version}.cdx.json`)
  copyFileSync(join(app, 'bom.cdx.json'), bill)
  await writeSums([...made, bill])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** SHA256SUMS beside the files, as `sha256sum --check` reads it. */
async function writeSums(/** @type {string[]} */ files) {
  const lines = []
  for (const file of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    lines.push(`${hash.digest('hex')}  ${basename(file)}\n`)
  }
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
}
