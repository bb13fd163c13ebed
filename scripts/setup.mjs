import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { house, npm, run, runNode, say } from './house.mjs'

const packages = join(house, 'node_modules')
/** The packager's packages, a fifth of all, come when something is packed. */
export const packager = join(packages, '.cache', 'packager')

/** Brings the packages that package-lock.json names, when they are not there or no longer the same. */
export async function installPackages(folder = house) {
  const lockFile = join(folder, 'package-lock.json')
  const stamp = join(folder, 'node_modules', '.installed-lock')
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (installedByHand(folder)) return
  say('Instalando los paquetes del proyecto (npm ci)...')
  const code = await npm(
    ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder],
    { env: { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } },
  )
  if (code !== 0) throw new Error('npm ci falló: revise la conexión a internet y lo dicho arriba.')
  writeFileSync(stamp, wanted)
}

/** Brings what packs the app, as scripts/packager names it. */
export async function installPackager() {
  mkdirSync(packager, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(house, 'scripts', 'packager', file), join(packager, file))
  }
  await installPackages(packager)
}

/** npm leaves its own copy of the lock when someone installs by hand: newer than the lock, it is current. */
function installedByHand(/** @type {string} */ folder) {
  const own = join(folder, 'node_modules', '.package-lock.json')
  return (
    existsSync(own) && statSync(own).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
}

/** Builds the window's page, or with `--electron` everything, when its sources changed. */
export async function build(/** @type {string[]} */ ...args) {
  const code = await runNode('scripts/build.mjs', args)
  if (code !== 0) throw new Error('No se pudo construir: vea lo dicho arriba.')
}

/** Whether Chrome, Edge or Chromium is on this computer. */
async function hasBrowser() {
  return (await runNode('scripts/find-browser.ts', [], { quiet: true })) === 0
}

/** Finds a browser, installing one where this is the administrator of a Debian-like system. */
export async function ensureBrowser() {
  return (await hasBrowser()) || ((await installDebian(['chromium'])) && hasBrowser())
}

/**
 * Finds programs, installing the Debian packages that hold them where this is the administrator of such a system.
 * @param {Record<string, string>} packageOf
 * @throws Error what to install
 */
export async function ensureDebian(packageOf) {
  const missing = () => Object.keys(packageOf).filter((program) => !isOnPath(program))
  const packages = missing().map((program) => packageOf[program] ?? program)
  if (packages.length > 0) await installDebian(packages)
  if (missing().length > 0) {
    throw new Error(`Falta ${missing().join(', ')}: sudo apt-get install ${packages.join(' ')}`)
  }
}

/** A PostgreSQL that is begun beside others, with a certificate of its own. */
export const postgresPrograms = { '/usr/bin/pg_ctlcluster': 'postgresql', openssl: 'openssl' }

/** Debian would begin a server of its own with the package: who needs one begins it. What is set up already stays. */
export function withoutMainCluster() {
  const file = '/etc/postgresql-common/createcluster.conf'
  const mayWrite = process.platform === 'linux' && process.getuid?.() === 0
  if (!mayWrite || existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
}

/** Whether the packages could be installed. */
async function installDebian(/** @type {string[]} */ packages) {
  const mayInstall =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) return false
  say(`Instalando ${packages.join(', ')} (apt-get install)...`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // Another apt may be at work, as the system's own updates of the day are: it is waited for, five minutes at most.
  const patient = ['-o', 'DPkg::Lock::Timeout=300']
  const install = () => run('apt-get', [...patient, 'install', '-y', ...packages], { env })
  if ((await install()) === 0) return true
  await run('apt-get', [...patient, 'update'], { env })
  return (await install()) === 0
}

/** Whether PATH leads to a program, or a file of a library is there. */
function isOnPath(/** @type {string} */ program) {
  if (isAbsolute(program)) return existsSync(program)
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** Whether a window can be shown: only Linux can be without a display. */
export function hasDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}
