import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Keyring } from './keyring.ts'

/** From source under Node, built beside the main program under Electron. */
const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const defaultProgram = fileURLToPath(new URL(`keyring-process.${suffix}`, import.meta.url))

const answerSchema = z.object({ secret: z.string().nullable() })

/** How long such a process may live, in milliseconds: a person may have to unlock the keyring. */
const defaultLifetime = 120_000

/**
 * The keyring, asked from a process of its own. On Linux the library asks D-Bus while it blocks
 * its thread, without a limit (tried: over 40 s on a bus that does not answer), and a blocked
 * worker thread could not even be left behind at exit.
 */
export function createProcessKeyring(
  program = defaultProgram,
  lifetime = defaultLifetime,
): Keyring {
  async function ask(request: object): Promise<string | null> {
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      timeout: lifetime,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    // It neither keeps the app from ending nor outlives it.
    child.unref()
    for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref()
    const end = () => void child.kill('SIGKILL')
    process.once('exit', end)
    child.once('close', () => process.off('exit', end))
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    // A process that ends early breaks the pipe; its exit code tells.
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(request))
    const [output, code] = await Promise.all([text(child.stdout), ended])
    if (code !== 0) throw new Error(`the keyring's process ended with ${code}`)
    return answerSchema.parse(JSON.parse(output)).secret
  }

  return {
    read: (account) => ask({ action: 'read', account }),
    write: async (account, secret) => void (await ask({ action: 'write', account, secret })),
    remove: async (account) => void (await ask({ action: 'remove', account })),
  }
}
