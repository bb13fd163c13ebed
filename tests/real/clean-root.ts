import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What a program said in it, and how it ended. */
export interface Ran {
  code: unknown
  out: string
  err: string
}

interface Started {
  child: ChildProcess
  ended: Promise<Ran>
}

/** A copy of this machine's files, in which whatever is installed or written is gone with it. */
export interface CleanRoot {
  /** Starts a program in it as a person who has a home folder and nothing of this process's environment. */
  start(args: readonly string[], env?: Record<string, string>): Started
  /** As start, to its end. */
  run(args: readonly string[], env?: Record<string, string>): Promise<Ran>
  /** Where its files stand for this process, while it is there. */
  at(path: string): string
}

const home = '/home/caja'
const script = `
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
for part in proc sys dev; do mount --rbind "/$part" "$1/root/$part"; done
mkdir -p "$1/root${home}"
echo ready
exec chroot "$1/root" cat
`

/** Why none can be had here; null: it can. */
export function whyNoCleanRoot(): string | null {
  if (process.getuid?.() !== 0) return 'only root may install'
  if (!existsSync('/usr/bin/dpkg-deb')) return 'this is no Debian'
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine gives no mounts of its own (unshare --mount)'
  }
}

/** Makes one below an empty folder; needs the administrator of a Linux that has overlayfs. It ends with the test. */
export async function cleanRoot(folder: string): Promise<CleanRoot> {
  mkdirSync(folder, { recursive: true })
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  // It waits for the end of its input, which comes with that of this process, too, however that ends: its mounts go with it.
  onTestFinished(async () => {
    const ended = once(holder, 'exit')
    holder.stdin.end()
    if (holder.exitCode === null) await ended
  })
  const early = once(holder, 'exit').then(([code]: unknown[]): never => {
    throw new Error(`no clean root: ${String(code)}`)
  })
  early.catch(() => undefined)
  await Promise.race([once(holder.stdout, 'data'), early])
  const enter = ['--target', String(holder.pid), '--mount', '--root', 'env', '-i']
  function start(args: readonly string[], env: Record<string, string> = {}): Started {
    const given = { HOME: home, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'es_CO', ...env }
    const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`)
    // nsenter's own --wd is a folder outside. Each becomes the next one: what is started is told what the child is told.
    const inside = ['sh', '-c', 'cd / && exec "$@"', 'sh']
    const child = spawn('nsenter', [...enter, ...variables, ...inside, ...args])
    const [out, err] = [text(child.stdout), text(child.stderr)]
    const code = once(child, 'exit').then(([ended]: unknown[]) => ended)
    const ended = Promise.all([code, out, err])
    return { child, ended: ended.then(([code, out, err]) => ({ code, out, err })) }
  }
  return {
    start,
    run: (args, env) => start(args, env).ended,
    at: (path) => join('/proc', String(holder.pid), 'root', path),
  }
}
