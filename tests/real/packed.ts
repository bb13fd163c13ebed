import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createPackage, extractAll } from '@electron/asar'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { replySchema } from '../../shared/contract/bridge.ts'
import {
  calls,
  type CallInput,
  type CallName,
  type CallOutput,
} from '../../shared/contract/index.ts'
import type { Question } from './run-packed.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))
/** Where npm run check:real put what packs (scripts/setup.mjs). */
export const packager = join(house, 'node_modules/.cache/packager/node_modules')
const node = process.execPath
const runner = fileURLToPath(new URL('./run-packed.ts', import.meta.url))
/** Where Electron's program keeps its fuses: the packager looks for this text, a version, a count and the fuses. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * Makes a folder that the packager takes for Electron's own: a program that has nothing but its fuses, and the archive
 * that Electron brings. The real one cannot be had everywhere.
 */
export async function standInDist(folder: string, version: string): Promise<string> {
  const dist = join(folder, 'dist')
  const first = join(folder, 'default_app')
  mkdirSync(join(dist, 'resources'), { recursive: true })
  mkdirSync(first)
  writeFileSync(join(first, 'package.json'), '{"name":"electron","main":"main.js"}')
  writeFileSync(join(first, 'main.js'), '')
  await createPackage(first, join(dist, 'resources', 'default_app.asar'))
  writeFileSync(join(dist, 'version'), version)
  writeFileSync(join(dist, 'electron'), `stand-in ${sentinel}\u0001\u0009000000000`)
  chmodSync(join(dist, 'electron'), 0o755)
  return dist
}

/** The fuses of a program, one sign each: 0 off, 1 on. */
export function fusesOf(program: string): string {
  const text = readFileSync(program, 'latin1')
  const at = text.indexOf(sentinel) + sentinel.length
  return text.slice(at + 2, at + 2 + text.charCodeAt(at + 1))
}

/** Packs the built app (`npm run package`, over the stand-in) and answers what the packager said. */
export async function pack(
  target: 'dir' | 'deb',
  dist: string,
  output: string,
  env: Record<string, string> = {},
): Promise<string> {
  const options = ['--linux', target, `-c.electronDist=${dist}`, `-c.directories.output=${output}`]
  const { stdout } = await promisify(execFile)(
    node,
    [join(packager, 'electron-builder/cli.js'), '--projectDir', house, ...options],
    { cwd: house, env: { ...process.env, ...env } },
  )
  return stdout
}

/** Unpacks a packed app's archive, and what stands beside it, into a folder. */
export function unpack(release: string, folder: string): void {
  extractAll(join(release, 'linux-unpacked/resources/app.asar'), folder)
}

/** A packed app that runs, and what its window can ask of it. */
export interface PackedApp {
  ask(question: Question): Promise<unknown>
  call<K extends CallName>(name: K, input: CallInput<K>): Promise<CallOutput<K>>
  /** Closes its window; answers its exit code. */
  close(): Promise<unknown>
}

// The same table, written so that TypeScript ties each name to its own schema.
const answers: { [K in CallName]: { output: z.ZodType<CallOutput<K>> } } = calls
const answered = z.object({ answer: z.unknown() })

/** Starts an unpacked app from where it stands, and waits for its window. */
export async function open(
  app: string,
  dataDir: string,
  env: Record<string, string | undefined> = {},
): Promise<PackedApp> {
  const child = fork(runner, [app, '--data-dir', dataDir], {
    // Nothing of the repository is beside it, nor what the tests' runner sets.
    cwd: app,
    execArgv: ['--no-warnings'],
    env: { ...process.env, NODE_OPTIONS: undefined, ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit').then(([code]: unknown[]) => code)
  const early = ended.then((code): never => {
    throw new Error(`the packed app ended with ${String(code)}:\n${said}`)
  })
  early.catch(() => undefined)
  const answer = async () => {
    const message: unknown[] = await Promise.race([once(child, 'message'), early])
    return answered.parse(message[0]).answer
  }
  const ask: PackedApp['ask'] = (question) => {
    const answering = answer()
    child.send(question)
    return answering
  }
  await answer()
  return {
    ask,
    async call(name, input) {
      const reply = replySchema.parse(await ask({ kind: 'call', call: name, input }))
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`)
      return answers[name].output.parse(reply.value)
    },
    async close() {
      await ask({ kind: 'close' })
      return ended
    },
  }
}
