import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { house, runToEnd, say } from './house.mjs'

// Whether Electron can be the window here, and opening it.

/** Where Linux says, and by which value, that a program may not make the namespaces of Electron's sandbox. */
const refusals = [
  // Ubuntu 23.10 and later, for programs without a profile of AppArmor's: ours stands in a person's folder.
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
]
/** Who ends so soon, in milliseconds, could not start. */
const atOnce = 15_000

/**
 * Whether this system keeps Electron from its sandbox: it would abort with SIGTRAP. Never for root, who starts it
 * without one, nor where its helper is root's and setuid, which needs no such namespaces.
 */
export function refusesSandbox(
  program,
  { platform = process.platform, uid = process.getuid?.(), root = '/' } = {},
) {
  if (platform !== 'linux' || uid === 0) return false
  const helper =
    process.env.CHROME_DEVEL_SANDBOX ?? (program && join(dirname(program), 'chrome-sandbox'))
  const found = helper ? statSync(helper, { throwIfNoEntry: false }) : undefined
  if (found && found.uid === 0 && (found.mode & 0o4000) !== 0) return false
  return refusals.some(([file, value]) => valueOf(join(root, file)) === value)
}

/** What the system says there, or null where it has no such setting. */
function valueOf(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** Opens the register in Electron until it ends. Answers its exit code, or null where it could not start. */
export async function openElectron(program, options) {
  // Electron refuses to run its own sandbox as root; only then is it left out, and the frame says so.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  const started = Date.now()
  const args = [house, ...(asRoot ? ['--no-sandbox'] : []), ...options]
  // Windows tells at once of what is no program.
  const neither = () => ({ code: null, signal: null, told: false })
  const { code, signal, told } = await runToEnd(program, args).catch(neither)
  if (code === 0 || told || Date.now() - started > atOnce) return code ?? 1
  const how = signal ?? (code === null ? 'no start' : `exit ${code}`)
  say(`Electron no pudo abrir aquí (${how}): se usa Chrome, Edge o Chromium como ventana.`)
  return null
}
