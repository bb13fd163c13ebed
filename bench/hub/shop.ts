import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { becomeReader } from '../../electron/features/hub/reader.ts'
import { joinHub } from '../../electron/features/hub/register.ts'
import { createHubSecrets } from '../../electron/features/hub/secrets.ts'
import { hubUrl, parseHubAddress, writeCode } from '../../electron/hub/address.ts'
import { inviteRegister, prepareHub, type Invitation } from '../../electron/hub/administer.ts'
import { connectHub, patient, type HubConnection } from '../../electron/hub/connect.ts'
import { inviteReader } from '../../electron/hub/readers.ts'
import type { Journal } from '../../electron/store/journal/journal.ts'
import { version } from '../../electron/version.ts'
import { startPostgres } from '../../tests/real/postgres.ts'

const password = 'a password of this run alone'
const noKeyring = {
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}
const secrets = createHubSecrets(noKeyring, '/')

const pidRow = z.object({ pid: z.int() })
/** The system counts a process's time in these, in milliseconds. */
const tick = 1_000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The processor time that the server took for a connection while `work` ran, in milliseconds. */
export async function serverTime(
  hub: HubConnection,
  work: () => Promise<unknown>,
): Promise<number> {
  const [row] = await hub.rows(pidRow, 'select pg_backend_pid() as pid')
  const now = () => {
    const text = readFileSync(`/proc/${row?.pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tick
  }
  const begun = now()
  await work()
  return now() - begun
}

export type BenchShop = Awaited<ReturnType<typeof startShop>>

/** A PostgreSQL of its own as a shop has one: what is committed is on the disk, and statements are not logged. */
export async function startShop() {
  const server = startPostgres({
    log_statement: "'none'",
    fsync: 'on',
    shared_buffers: "'512MB'",
    max_wal_size: "'4GB'",
    // What is vacuumed is vacuumed by name, so that nothing else runs meanwhile.
    autovacuum: 'off',
  })
  const address = parseHubAddress(server.url, null)
  const as = (user: string, limits?: typeof patient): Promise<HubConnection> =>
    connectHub(address, { user, password }, limits)
  const owner = await as('postgres', patient)
  await prepareHub(owner)
  // What is bare is one process, as a reader is, and is not compiled either.
  await owner.run('set max_parallel_workers_per_gather = 0')
  await owner.run('set jit = off')

  const codeOf = (
    kind: 'register' | 'reader',
    { login, password: once }: Omit<Invitation, 'code'>,
  ) => writeCode({ kind, url: hubUrl(address), login, password: once, ca: null })

  return {
    server,
    password,
    url: hubUrl(address),
    /** Whoever owns the database. */
    owner,
    as,
    /** Makes a journal that is open a register of it; answers its login. */
    async join(journal: Journal, name: string): Promise<{ login: string; stream: string }> {
      const of = { name, again: false, hours: 1, continued: null, branch: null }
      const invited = await inviteRegister(owner, of)
      const deps = {
        ...{ secrets, version, givenPassword: password, by: null, now: Date.now },
        inJournal: <T>(work: (open: Journal) => T) => work(journal),
      }
      const { login, id } = await joinHub(deps, codeOf('register', invited))
      return { login, stream: id }
    },
    /** Somebody who looks at all of them, with their books; answers their login. */
    async reader(name: string): Promise<string> {
      const of = { name, branch: null, all: true, books: true, writes: false, hours: 1 }
      const code = codeOf('reader', await inviteReader(owner, of))
      return (await becomeReader({ secrets, givenPassword: password }, code)).login
    },
    async close(): Promise<void> {
      await owner.close()
      server.close()
    },
  }
}
