import { cpSync, existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { journalMigrations } from '../../electron/store/journal/open-journal.ts'
import { house } from '../house.mjs'
import { packager } from '../setup.mjs'
import { packageOf, writeBill } from './bill.mjs'

// The app of the compact edition as a folder that a Node of its major runs: no npm and no repository beside it. Node 24.

const own = packageOf(house)
const packages = join(house, 'node_modules')

/** Of the browser's driver, what drives a browser: neither its tools nor its viewer. */
const driver = ['index.{js,mjs}', '{package,browsers}.json', 'LICENSE', 'NOTICE', 'lib/*.js']

/** The packages that stand beside the bundle as they are: each folder, and what of it is taken. */
const beside = [
  { folder: join(packages, 'playwright-core'), files: driver },
  { folder: join(packages, '@napi-rs', 'keyring'), files: ['*.js', 'package.json', 'LICENSE'] },
  { folder: join(packages, '@napi-rs', 'keyring-linux-x64-gnu'), files: ['*'] },
  {
    folder: join(packager, 'node_modules', '@napi-rs', 'keyring-win32-x64-msvc'),
    files: ['*'],
  },
]

/** The version that the app says of itself, where it is packed as another than package.json's. */
const saying = (/** @type {string} */ version) => ({
  name: 'version',
  enforce: /** @type {const} */ ('pre'),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (id !== join(house, 'package.json')) return null
    return { code: JSON.stringify({ ...JSON.parse(code), version }), map: null }
  },
})

/**
 * Makes the folder of one version: `main.js` is the window, `cli.js` the command line, `mostrador.json` says the
 * version, the major of Node it needs and the newest step of the journal that it knows. Its page must be built.
 * @param {string} folder emptied before
 */
export async function makeVersion(folder, version = own.version) {
  rmSync(folder, { recursive: true, force: true })
  await build({
    root: house,
    configFile: join(house, 'compact.vite.config.ts'),
    build: { outDir: folder, emptyOutDir: true },
    plugins: [saying(version)],
  })
  cpSync(join(house, 'out', 'renderer'), join(folder, 'renderer'), { recursive: true })
  rmSync(join(folder, 'renderer', '.sources'))
  for (const { folder: from, files } of beside) putBeside(from, files, folder)
  // Whom this program knows its publisher by, where whoever packs it publishes updates too (docs/release.md).
  const root = join(house, 'build', 'update-root.json')
  if (existsSync(root)) cpSync(root, join(folder, 'update-root.json'))
  const { node } = own.devDependencies
  writeJson(join(folder, 'package.json'), {
    name: own.name,
    version,
    type: 'module',
    private: true,
  })
  writeJson(join(folder, 'mostrador.json'), {
    version,
    node: Number.parseInt(node, 10),
    journal: journalMigrations.at(-1)?.id,
  })
  writeBill(folder, { name: own.name, version, beside: beside.map((one) => one.folder) })
}

/** Copies files of a package to the same place in the bundle's own node_modules. */
function putBeside(from, patterns, folder) {
  const { name } = packageOf(from)
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: from }))) {
    cpSync(join(from, file), join(folder, 'node_modules', name, file))
  }
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
