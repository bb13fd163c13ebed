import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const house = fileURLToPath(new URL('..', import.meta.url))

/** Whether this was asked of the command line with `--name`. */
export const asked = (/** @type {string} */ name) => process.argv.includes(`--${name}`)

/** Says what is being done; standard output stays for results. */
export function say(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`)
}

/** Node 24 from the project's own packages, whatever Node runs this script. */
export function node24() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = join(house, 'node_modules', 'node', 'bin', name)
  return existsSync(own) ? own : process.execPath
}

/** Colours are for a person before a screen: a file, and what CI keeps, is plain text. */
const plain = { NO_COLOR: '1', FORCE_COLOR: undefined }

/**
 * The environment of what we start: the project's own programs first, as npm does. An editor that is made with
 * Electron leaves in its terminal what would make a plain Node of ours.
 */
export function environment(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [join(house, 'node_modules', '.bin'), process.env[key] ?? ''].join(delimiter)
  const isWatched = process.stderr.isTTY && !process.env['CI']
  const own = { ELECTRON_RUN_AS_NODE: undefined, [key]: path }
  return { ...process.env, ...(isWatched ? {} : plain), ...own, ...extra }
}

/**
 * Runs a program to its end and answers its exit code (1 when it could not start or was ended by a signal).
 * @type {(...given: Parameters<typeof runToEnd>) => Promise<number>}
 */
export async function run(...given) {
  return (await runToEnd(...given)).code ?? 1
}

/**
 * Runs a program to its end and answers how it ended: its exit code, or the signal that ended it, or neither where it
 * could not start; `told` says that this process was told to end and told it. `timeoutMs` ends it. What it says goes to
 * standard error; with `aside` it goes there instead, and whatever else runs goes first.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, timeoutMs?: number, shell?: boolean, aside?: (text: string) => void }} [options]
 * @returns {Promise<{ code: number | null, signal: string | null, told: boolean }>}
 */
export function runToEnd(program, args, options = {}) {
  const { env = {}, quiet = false, timeoutMs, shell = false, aside } = options
  const said = aside ? 'pipe' : 2
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: house,
      env: environment(env),
      stdio: quiet ? 'ignore' : ['inherit', said, said],
      timeout: timeoutMs,
      shell,
    })
    if (aside) {
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', aside)
      if (child.pid !== undefined) {
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
      }
    }
    let told = false
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      told = true
      child.kill(signal)
    }
    process.on('SIGINT', forward).on('SIGTERM', forward)
    // npm ends itself and its shell on a signal, but not what the shell runs: left alone, we end too.
    const parent = process.ppid
    const orphaned = setInterval(() => {
      if (process.ppid !== parent) forward('SIGTERM')
    }, 500)
    orphaned.unref()
    const end = (
      /** @type {number | null} */ code = null,
      /** @type {NodeJS.Signals | null} */ signal = null,
    ) => {
      clearInterval(orphaned)
      process.off('SIGINT', forward).off('SIGTERM', forward)
      resolve({ code, signal, told })
    }
    child.once('error', (error) => {
      say(`${program}: ${error.message}`)
      end()
    })
    child.once('close', end)
  })
}

/**
 * What Node is given where it is the register's window. Left to itself the nursery of a heap grows to 128 MB in a day's use
 * and stays so large; two halves of 4 MB cost a sale a few hundredths of its processor time (bench/README.md).
 */
export const windowFlags = ['--max-semi-space-size=4']

/** Runs a TypeScript or JavaScript file of the project with Node 24, which is given `flags`. */
export function runNode(
  /** @type {string} */ file,
  args = /** @type {string[]} */ ([]),
  { flags = /** @type {string[]} */ ([]), ...options } = {},
) {
  return run(node24(), [...flags, join(house, file), ...args], options)
}

/** Runs npm: on Windows it is a script, which only a shell can start. */
export function npm(/** @type {string[]} */ args, options = {}) {
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}
