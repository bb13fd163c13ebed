import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'

/** A real secret service on a bus of its own: the environment leads a program there. */
export interface KeyringService {
  env: Record<string, string>
}

const ask = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/']
const hasOwner = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets']

/** Starts Debian's gnome-keyring, unlocked, with all that it keeps below a folder, until the test has ended. */
export async function startKeyringService(folder: string): Promise<KeyringService> {
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { recursive: true, mode: 0o700 })
  const home = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: runtime }
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: { ...process.env, ...home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => ended(bus))
  const address = (await once(createInterface({ input: bus.stdout }), 'line')).join('')
  const env = { ...home, DBUS_SESSION_BUS_ADDRESS: address }
  const inside = { env: { ...process.env, ...env } }
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    { ...inside, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  onTestFinished(() => ended(daemon))
  daemon.stdin.end('clave')
  const reply = async () =>
    (await promisify(execFile)('dbus-send', [...ask, ...hasOwner], inside)).stdout
  await expect.poll(reply).toContain('boolean true')
  return { env }
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  if (child.kill()) await exit
}
