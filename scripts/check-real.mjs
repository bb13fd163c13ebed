import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, counts, tellCounts, tests } from './checks.mjs'
import { house, node24, npm, run, say } from './house.mjs'
import {
  build,
  ensureDebian,
  installPackager,
  installPackages,
  postgresPrograms,
  withoutMainCluster,
} from './setup.mjs'

// npm run check:real: what needs other programs beside it, which it installs where it may. Runs on Node 20 alone.

/** The oldest Node that an Electron of this version can carry: what runs inside it runs on this one. */
const floor = { electron: '45.4.1', node: '24.18.1' }
const floorFolder = join(house, 'node_modules', '.cache', `node-${floor.node}`)
const vitest = join(house, 'node_modules', 'vitest', 'vitest.mjs')

/** The Node of the floor, from npm's own packages, kept beside them. */
async function floorNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const program = join(floorFolder, 'node_modules', 'node', 'bin', name)
  if (existsSync(program)) return program
  const args = ['install', '--no-save', '--prefix', floorFolder, `node@${floor.node}`]
  if ((await npm(args)) !== 0) throw new Error(`npm no pudo traer Node ${floor.node}.`)
  return program
}

/** What else is installed where it may. Where it cannot be had its tests are skipped, which they say themselves. */
const whereItCan = {
  'los instaladores de la edición compacta, y Windows con Wine': {
    'dpkg-deb': 'dpkg',
    makensis: 'nsis',
    osslsigncode: 'osslsigncode',
    openssl: 'openssl',
    '/usr/lib/wine/wine64': 'wine64',
  },
  'la impresión con CUPS': {
    '/usr/sbin/cupsd': 'cups-daemon',
    '/usr/lib/cups/filter/pdftopdf': 'cups-filters',
    '/usr/sbin/lpadmin': 'cups-client',
    '/usr/sbin/ippeveprinter': 'cups-ipp-utils',
    '/usr/sbin/avahi-daemon': 'avahi-daemon',
    '/sbin/ip': 'iproute2',
    pdftotext: 'poppler-utils',
  },
  'varias cajas con PostgreSQL': postgresPrograms,
}

async function ensureWhereItCan() {
  for (const [what, packageOf] of Object.entries(whereItCan)) {
    try {
      await ensureDebian(packageOf)
    } catch (caught) {
      const why = caught instanceof Error ? caught.message : String(caught)
      say(`\nNO SE PROBARÁ TODO: ${what}. ${why}\n`)
    }
  }
}

function installedElectron() {
  const file = join(house, 'node_modules', 'electron', 'package.json')
  return JSON.parse(readFileSync(file, 'utf8')).version
}

let oldNode = ''
await check('install', async () => {
  await installPackages()
  if (installedElectron() !== floor.electron) {
    throw new Error(
      `Electron ${installedElectron()}: anote en scripts/check-real.mjs qué Node trae.`,
    )
  }
  await ensureDebian({
    'dbus-daemon': 'dbus',
    'gnome-keyring-daemon': 'gnome-keyring',
    // Other programs open a copy from elsewhere.
    age: 'age',
    sqlite3: 'sqlite3',
    // Another program reads the workbooks back.
    '/usr/lib/python3/dist-packages/openpyxl': 'python3-openpyxl',
    // Accountants' programs read a month's entries.
    hledger: 'hledger',
    ledger: 'ledger',
  })
  withoutMainCluster()
  await ensureWhereItCan()
  await installPackager()
  oldNode = await floorNode()
  await build('--electron')
  return true
})
if (counts.failed === 0) {
  await tests('real', (args, options) =>
    run(node24(), [vitest, 'run', '--project', 'real', ...args], options),
  )
  say(`\nElectron ${floor.electron}: Node ${floor.node}`)
  await tests('floor', (args, options) =>
    run(
      oldNode,
      [vitest, 'run', '--project', 'unit', '--project', 'unit alone', 'electron/', ...args],
      options,
    ),
  )
}
tellCounts()
