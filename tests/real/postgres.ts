import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../folders.ts'

/** Debian's programs of the server, the newest version. */
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/** Why no server can be started here; null: one can. */
export const noPostgres =
  programs === undefined
    ? 'PostgreSQL is not installed'
    : process.getuid?.() === 0
      ? null
      : 'only root may run the server as its own user'

/** A server of its own, in a folder that is removed, with one empty database. */
export interface Postgres {
  /** The database over the socket, as the server's own superuser. */
  readonly url: string
  readonly socket: string
  /** Runs SQL as the superuser; what it answers, a row a line, columns apart by `|`. */
  sql(text: string): string
  /** The same in another database of it. */
  sqlIn(database: string, text: string): string
  stop(): void
  /** Ends all of it at once with SIGKILL, as a computer does that falls over. */
  kill(): void
  start(): void
  close(): void
  /** All that the database holds, as text. */
  dump(): string
  /** What it wrote down so far: every statement. */
  log(): string
  /** A TLS listener on this port of this computer; answers the file of the authority that signed its certificate. */
  port: number
  ca: string
}

function asServer(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const run = ['-u', 'postgres', '--', join(programs ?? '', program), ...args]
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, cwd: '/tmp' } as const
  return execFileSync('runuser', run, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** A port of this computer that nobody listens on, below those that are lent to whoever asks for any. */
function freePort(): number {
  const ask =
    "const s = require('node:net').createServer(), ask = () => s.listen(20000 + Math.floor(Math.random() * 12000), '127.0.0.1', () => { console.log(s.address().port); s.close() }); s.on('error', ask); ask()"
  return Number(execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }))
}

/**
 * Starts one; logins over socket and network need their password, but for the superuser over the socket. `more`: settings of
 * the server beside its own.
 */
export function startPostgres(
  more: Readonly<Record<string, string>> = {},
  port = freePort(),
): Postgres {
  const folder = makeFolder('postgres')
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  )
  execFileSync('chmod', ['711', folder])
  const data = join(folder, 'data')
  const socket = join(folder, 's')
  for (const one of [data, socket]) {
    mkdirSync(one)
    chownSync(one, uid ?? 0, gid ?? 0)
  }
  asServer('initdb', ['-D', data, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  const ca = makeCertificates(folder, data)
  execFileSync('chown', ['-R', 'postgres:postgres', data])
  const rules = [
    'local all postgres trust',
    'local all all scram-sha-256',
    'hostssl all all 127.0.0.1/32 scram-sha-256',
  ]
  writeFileSync(join(data, 'pg_hba.conf'), `${rules.join('\n')}\n`)
  const settings = {
    unix_socket_directories: `'${socket}'`,
    listen_addresses: "'127.0.0.1'",
    port: String(port),
    ssl: 'on',
    fsync: 'off',
    log_statement: 'all',
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
  const control = (...args: string[]) =>
    asServer('pg_ctl', ['-D', data, '-w', '-t', '120', '-l', join(data, 'log'), ...args])
  const start = () => void control('start')
  const psql = (database: string, text: string) =>
    asServer('psql', [
      '-h',
      socket,
      '-p',
      String(port),
      '-U',
      'postgres',
      '-d',
      database,
      '-Atqc',
      text,
    ])
  try {
    start()
    psql('postgres', 'create database shop')
  } catch (caught) {
    // A signal to all that runs here ends what starts it, and may leave it running.
    try {
      control('stop', '-m', 'immediate')
    } catch {
      // It had not started.
    }
    throw caught
  }
  return {
    ...{ socket, port, ca },
    url: `postgres:///shop?${new URLSearchParams({ host: socket, port: String(port), user: 'postgres' })}`,
    sql: (text) => psql('shop', text).trim(),
    sqlIn: (database, text) => psql(database, text).trim(),
    dump: () =>
      asServer('pg_dump', ['-h', socket, '-p', String(port), '-U', 'postgres', '-a', 'shop']),
    stop: () => void control('stop', '-m', 'immediate'),
    kill() {
      const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      const all = execFileSync('ps', ['-o', 'pid=', '--ppid', first, '-p', first], {
        encoding: 'utf8',
      })
      const pids = [first, ...all.trim().split(/\s+/)].map(Number)
      // First whoever would begin the others anew.
      for (const pid of pids) killOne(pid)
      while (pids.some(isRunning)) Atomics.wait(asleep, 0, 0, 5)
      // What tells of one that runs: on another computer's next start its number is somebody else's.
      const lock = join(socket, `.s.PGSQL.${port}.lock`)
      for (const one of [join(data, 'postmaster.pid'), lock]) rmSync(one, { force: true })
    },
    start,
    close: () => void control('stop', '-m', 'immediate'),
    log: () => readFileSync(join(data, 'log'), 'utf8'),
  }
}

const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Whether a process still does something: one that ended may wait to be asked how. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (caught) {
    // It ended by itself.
    if (!(caught instanceof Error) || !('code' in caught) || caught.code !== 'ESRCH') throw caught
  }
}

/** A certificate for the name `localhost`, and its authority. */
function makeCertificates(folder: string, data: string): string {
  const [key, certificate] = [join(data, 'server.key'), join(data, 'server.crt')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const own = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
  ]
  execFileSync('openssl', [...own, '-days', '2', '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  })
  execFileSync('chmod', ['600', key])
  const ca = join(folder, 'ca.pem')
  copyFileSync(certificate, ca)
  return ca
}
