import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { z } from 'zod'
import type { FaultInput } from '../../sandbox/faults/faults.ts'
import { makeFolder, removeFolder } from '../folders.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))
const token = 'T'

/** What the service really did, by its own count. */
export interface Truth {
  /** Sales in its ledger by `_id`, each with the status it ended in. */
  ledger: ReadonlyMap<string, readonly string[]>
  /** Requests to sell by `_id`. */
  requests: ReadonlyMap<string, number>
}

/** A shop of its own: the sandbox in one process, the command line in others, a data folder between them. */
export interface Shop {
  readonly dataDir: string
  /** Starts the command line; what it said is in `said`. */
  run(args: readonly string[]): Running
  addFault(fault: FaultInput): Promise<void>
  clearFaults(): Promise<void>
  /** How many requests to sell have come in. */
  sellRequests(): Promise<number>
  truth(): Promise<Truth>
  close(): Promise<void>
}

export interface Running {
  /** Settles once the process is gone. */
  ended: Promise<{ code: number | null; out: string; err: string }>
  /** Settles when it first says something on standard error (the quote), or ends. */
  spoke: Promise<unknown>
  /** kill -9. */
  kill(): void
}

const countsSchema = z.object({ sells: z.record(z.string(), z.object({ requests: z.int() })) })
const ledgerSchema = z.object({
  transactions: z.array(z.object({ _id: z.string(), status: z.string() })),
})

/**
 * The command line's own sources in one file, put together as those of the packaged app are: to load each of its 850
 * modules by itself was most of what a process did. Answers the folder of `cli.js`; whoever asked removes it.
 */
export async function buildCommandLine(): Promise<string> {
  const cache = join(house, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // Where packages with parts of the machine's own, which stay outside, are still found.
  const outDir = makeFolder('command-line', cache)
  await build({
    configFile: false,
    root: house,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      rolldownOptions: {
        input: {
          cli: 'electron/cli.ts',
          'answer-worker': 'electron/service/answers/answer-worker.ts',
          'backup-worker': 'electron/store/recovery/backup-worker.ts',
        },
        // What exceljs can read from, and we never do.
        external: ['@napi-rs/keyring', '@aws-sdk/client-s3'],
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
  return outDir
}

/** `program`: the folder of `cli.js`. */
export async function openShop(program: string): Promise<Shop> {
  const dataDir = makeFolder('kills')
  const sandbox = spawn(
    process.execPath,
    [
      'sandbox/main.ts',
      ...['--port', '0', '--token', token, '--exit-with-parent', '--balance', '900000000'],
      ...['--status-seconds', '0'],
    ],
    { cwd: house, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(await firstLine(sandbox)))

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? { headers: { authorization: headers.authorization } } : null
    const answer = await fetch(
      `${url}/_control/${path}`,
      sent ? { method, ...sent } : { method, headers, body: JSON.stringify(body) },
    )
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const sells = async () => countsSchema.parse(await control('GET', 'requests')).sells

  return {
    dataDir,
    run: (args) =>
      start(program, [...args, '--base-url', url, '--country', 'CO', '--data-dir', dataDir]),
    addFault: async (fault) => void (await control('POST', 'faults', fault)),
    clearFaults: async () => void (await control('DELETE', 'faults')),
    sellRequests: async () =>
      Object.values(await sells()).reduce((sum, { requests }) => sum + requests, 0),
    truth: async () => {
      const ledger = new Map<string, string[]>()
      const { transactions } = ledgerSchema.parse(await control('GET', 'ledger?kind=sales'))
      for (const { _id, status } of transactions) {
        ledger.set(_id, [...(ledger.get(_id) ?? []), status])
      }
      const counts = Object.entries(await sells())
      return { ledger, requests: new Map(counts.map(([id, { requests }]) => [id, requests])) }
    },
    close: async () => {
      const gone = once(sandbox, 'exit')
      sandbox.kill()
      await gone
      await removeFolder(dataDir)
    },
  }
}

function start(program: string, args: readonly string[]): Running {
  const child = spawn(process.execPath, [join(program, 'cli.js'), ...args], {
    cwd: house,
    // Each process would compile the same file again.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(program, 'compiled'),
      LANG: 'es_CO',
      MOSTRADOR_TOKEN: token,
    },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, out, err }))
  })
  const spoke = new Promise((resolve) => child.stderr.once('data', resolve))
  return {
    ended,
    spoke: Promise.race([spoke, ended]),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString()))
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
}
