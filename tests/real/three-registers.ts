import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { parseCommandLine } from '../../electron/cli/arguments.ts'
import { run } from '../../electron/cli/run.ts'
import { quoteWith } from '../../electron/cli/commands/quote.ts'
import { withSession, type Session } from '../../electron/cli/session.ts'
import { startSandbox } from '../../sandbox/http/server.ts'
import { denominationsOf } from '../../shared/domain/drawer/drawer-count.ts'
import { makeFolder, removeFolders } from '../folders.ts'
import { noPostgres, startPostgres, type Postgres } from './postgres.ts'

// npm run sandbox:hub: three registers sell to the test service, each by its own journal, and send what they sold to a
// PostgreSQL that ends with them. Goes on until Ctrl C, or for as many rounds as the first argument says.

const names = ['Caja 1', 'Caja 2', 'Sucursal Norte'] as const
const pauseMs = 2_000
const topUp = '10000'

const cli = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url))
const say = (text: string) => process.stderr.write(`${text}\n`)
const passwords = {
  MOSTRADOR_HUB_PASSWORD: randomBytes(24).toString('base64url'),
  MOSTRADOR_HUB_OWNER: '',
}

/** `npm run -s cli -- hub …`, with the code that is typed; answers what it wrote. @throws Error where it ends otherwise than done */
async function hub(args: readonly string[], typed = ''): Promise<string> {
  const env = { ...process.env, ...passwords, LANG: 'es_CO' }
  const program = spawn(process.execPath, [cli, 'hub', ...args], {
    ...{ env, stdio: ['pipe', 'pipe', 'inherit'] },
    // Ctrl C is this program's: what is being sent comes to its end.
    detached: true,
  })
  program.stdin.end(typed)
  let out = ''
  program.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
  const code = await new Promise<number | null>((done) => program.on('close', done))
  if (code !== 0) throw new Error(`hub ${args[0] ?? ''}: ${code ?? 'killed'}`)
  return out.trim()
}

/** The same of whoever owns the database, without a program of its own: what is to be looked at is there sooner. */
async function asOwner(args: readonly string[]): Promise<string> {
  let out = ''
  const err = (text: string) => void process.stderr.write(text)
  const streams = { out: (text: string) => void (out += text), err }
  const code = await run(['hub', ...args], { ...process.env, ...passwords, LANG: 'es_CO' }, streams)
  if (code !== 0) throw new Error(`hub ${args[0] ?? ''}: ${code}`)
  return out.trim()
}

const invitedSchema = z.object({ code: z.string() })

interface Register {
  name: string
  folder: string
  session: Session
}

/** A register with its shift open, joined to the hub. */
async function withRegisters(
  url: string,
  service: { url: string; token: string },
  work: (registers: readonly Register[]) => Promise<void>,
  opened: readonly Register[] = [],
): Promise<void> {
  const name = names[opened.length]
  if (name === undefined) return work(opened)
  const folder = makeFolder('three-registers')
  const invited: unknown = JSON.parse(
    await asOwner(['add-register', '--url', url, '--name', name, '--json']),
  )
  await hub(['join', '--data-dir', folder], `${invitedSchema.parse(invited).code}\n`)
  const line = ['report', '--base-url', service.url, '--data-dir', folder, '--same-shop']
  const env = { ...process.env, MOSTRADOR_TOKEN: service.token }
  await withSession(parseCommandLine(line, env), 'write', async (session) => {
    await session.features.handlers['catalog.refresh']({})
    const pieces = denominationsOf('COP').map((piece) => ({ ...piece, count: 2 }))
    const base = [{ currency: 'COP', pieces, other: 0 }]
    await session.features.handlers['shift.open']({ base })
    session.features.startSelling()
    await withRegisters(url, service, work, [...opened, { name, folder, session }])
  })
}

let sold = 0

/** A customer tops up. */
async function sell({ session }: Register): Promise<void> {
  sold += 1
  const phone = `300${String(1_000_000 + sold * 137).slice(-7)}`
  const values = { customerCellphone: phone, amount: String(1_000 * (1 + (sold % 20))) }
  const { quoteId, values: filled } = await quoteWith(session, topUp, values)
  const ask = { productId: topUp, quoteId, values: filled, draftId: randomUUID(), again: false }
  await session.features.handlers['selling.sell']({ ...ask, againOf: null })
}

/** Until somebody ends it. */
async function day(
  server: Postgres,
  registers: readonly Register[],
  rounds: number,
  isOver: () => boolean,
): Promise<void> {
  for (let round = 1; round <= rounds && !isOver(); round += 1) {
    for (const register of registers) await sell(register)
    // Each its own turn: one of them is always behind.
    const sender = registers[round % registers.length]
    if (sender) await hub(['push', '--data-dir', sender.folder])
    // What it sells with it said when it sent.
    if (sender) await asOwner(['confirm', '--url', server.url, '--name', sender.name])
    say(`\n${await asOwner(['status', '--url', server.url])}`)
    if (round < rounds) await wait(pauseMs)
  }
}

async function main(rounds: number): Promise<void> {
  if (noPostgres !== null) throw new Error(noPostgres)
  let ended = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (ended = true))
  const service = await startSandbox({ currency: 'COP', balance: 50_000_000 })
  let server: Postgres | null = null
  try {
    const started = startPostgres()
    server = started
    const { url } = started
    await asOwner(['init', '--url', url])
    say(`PostgreSQL: ${url}`)
    say(await asOwner(['add-reader', '--url', url, '--name', 'Quien mira']))
    say('Para verlas: npm start en otra terminal, Ajustes > Caja > Unir esta caja, y ese código.')
    say('Tres cajas venden y envían por turnos. Ctrl C termina y borra todo esto.')
    await withRegisters(url, service, (registers) => day(started, registers, rounds, () => ended))
  } finally {
    await service.close()
    server?.close()
    await removeFolders()
  }
}

const rounds = Number(process.argv[2] ?? Infinity)
if (rounds > 0) await main(rounds)
else {
  say('npm run sandbox:hub [-- RONDAS]')
  process.exitCode = process.argv[2] === '--help' ? 0 : 2
}
