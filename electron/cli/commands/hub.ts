import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import {
  compareWithHub,
  joinHub,
  openOwnHub,
  type RegisterDeps,
} from '../../features/hub/register.ts'
import { createHubSecrets } from '../../features/hub/secrets.ts'
import { ship } from '../../features/hub/ship.ts'
import { forkNodeKeyring } from '../../host/programs/node-programs.ts'
import { systemKeyring } from '../../host/keyring/system-keyring.ts'
import { defaultDataDir } from '../../host/system/data-dir.ts'
import { hubUrl, parseHubAddress, writeCode } from '../../hub/address.ts'
import { inviteRegister, listRegisters, prepareHub, retireRegister } from '../../hub/administer.ts'
import { positionOf } from '../../hub/calls.ts'
import { connectHub, type HubConnection } from '../../hub/connect.ts'
import { openJournal, openJournalReader } from '../../store/journal/open-journal.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import type { Journal } from '../../store/journal/journal.ts'
import { version } from '../../version.ts'
import { oneOf, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import { table, type Output } from '../output.ts'
import { missing, superfluous } from '../usage.ts'

/** What is kept of what the hub has acknowledged, should the hub itself go back to a copy of its own; in milliseconds. */
const keptMs = 30 * 86_400_000
/** How long a code is good for, in hours. */
const codeHours = 72

const actionSchema = z.enum([
  ...['init', 'upgrade', 'add-register', 'retire', 'join', 'push', 'status', 'verify'],
] as const)
type Action = z.output<typeof actionSchema>

/** `hub ACTION`: several registers behind one PostgreSQL (docs/registers.md). */
export const hubCommand: Command = (line, output) => {
  const [word, ...more] = line.positionals
  if (word === undefined) throw missing('ACTION', actionSchema.options)
  const action = oneOf(actionSchema, word, 'hub')
  if (action !== 'join' && more[0] !== undefined) throw superfluous(more[0])
  return actions[action](line, output)
}

const actions: Record<Action, Command> = {
  init: prepare,
  upgrade: prepare,
  'add-register': addRegister,
  retire,
  join: joinCommand,
  push: pushCommand,
  status: (line, output) =>
    urlOf(line) === undefined ? ownStatus(line, output) : listCommand(line, output),
  verify,
}

// Of whoever owns the database.

const urlOf = ({ options, env }: CommandLine) =>
  options.text('url') ?? (env.MOSTRADOR_HUB_URL || undefined)

function addressOf(line: CommandLine, url: string) {
  const file = line.options.text('ca')
  return parseHubAddress(url, file === undefined ? null : certificate(file))
}

/** The certificate authority that the hub's certificate is signed by. @throws Failure HUB_CA_UNREADABLE */
function certificate(file: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch (cause) {
    throw new Failure('HUB_CA_UNREADABLE', { file }, { cause })
  }
}

/** Signs in as whom the address names, else as who runs it; the password only from the environment. */
async function asOwner<T>(line: CommandLine, work: (hub: HubConnection) => Promise<T>): Promise<T> {
  const url = urlOf(line)
  if (url === undefined) throw missing('--url URL')
  const address = addressOf(line, url)
  const user = address.user ?? userInfo().username
  const hub = await connectHub(address, { user, password: line.env.MOSTRADOR_HUB_OWNER ?? '' })
  try {
    return await work(hub)
  } finally {
    await hub.close()
  }
}

async function prepare(line: CommandLine, output: Output): Promise<ExitCode> {
  const steps = await asOwner(line, prepareHub)
  output.result({ steps }, [output.say('cli.hub.prepared', { count: steps.length })])
  return exitCodes.done
}

function nameOf({ options }: CommandLine): string {
  const name = options.text('name')?.trim()
  if (!name || name.length > 40) throw missing('--name NAME')
  return name
}

async function addRegister(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  const again = line.options.flag('again')
  const invitation = await asOwner(line, (hub) =>
    inviteRegister(hub, { name, again, hours: codeHours }),
  )
  // Where registers find it, should whoever owns it reach it another way.
  const address = addressOf(line, line.options.text('address') ?? urlOf(line) ?? '')
  const { code: register, login, password } = invitation
  const code = writeCode({ url: hubUrl(address), login, password, ca: address.ca })
  output.progress(output.say('cli.hub.invited', { register, name, hours: codeHours }))
  output.result({ register, name, code }, [code])
  return exitCodes.done
}

async function retire(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  await asOwner(line, (hub) => retireRegister(hub, name))
  output.result({ name }, [output.say('cli.hub.retired', { name })])
  return exitCodes.done
}

async function listCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const { say, language } = output
  const registers = await asOwner(line, listRegisters)
  const rows = registers.map(({ code, name, state, seenAt, version: of, sales }) => [
    ...[code, name, say(`cli.hub.state.${state}`), String(sales)],
    ...[seenAt === null ? '—' : formatDateTime(seenAt, language), of ?? '—'],
  ])
  output.result(registers, table(rows))
  return exitCodes.done
}

// Of a register.

const dataDirOf = (line: CommandLine) =>
  line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())

function depsOf(line: CommandLine): RegisterDeps {
  return {
    secrets: createHubSecrets(systemKeyring(forkNodeKeyring), dataDirOf(line)),
    version,
    now: Date.now,
    givenPassword: line.env.MOSTRADOR_HUB_PASSWORD || null,
  }
}

async function joinCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const code = line.positionals[1]
  if (code === undefined) throw missing('CODE')
  if (line.positionals[2] !== undefined) throw superfluous(line.positionals[2])
  const journal = openJournal(dataDirOf(line))
  try {
    const stream = await joinHub(depsOf(line), journal, code)
    const { code: register, name } = stream
    const left = journal.outbox.leftAfter(0)
    output.result({ register, name, left }, [
      output.say('cli.hub.joined', { register, name, left }),
    ])
    return exitCodes.done
  } finally {
    journal.close()
  }
}

/** The journal to write where nobody else has it open, else to read. @throws Failure as opening it; HUB_NOT_JOINED: there is none */
function openEither(dataDir: string): { reader: JournalReader; writer: Journal | null } {
  try {
    const writer = openJournal(dataDir)
    return { reader: writer, writer }
  } catch (caught) {
    const isHeld = caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN'
    const reader = isHeld ? openJournalReader(dataDir) : null
    if (reader) return { reader, writer: null }
    throw caught
  }
}

/** Works with the register's own hub. @throws Failure HUB_NOT_JOINED, HUB_UNREACHABLE … */
async function withOwnHub(
  line: CommandLine,
  work: (own: Awaited<ReturnType<typeof openOwn>>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const journal = openEither(dataDirOf(line))
  try {
    const own = await openOwn(line, journal)
    try {
      return await work(own)
    } finally {
      await own.hub.close()
    }
  } finally {
    journal.reader.close()
  }
}

async function openOwn(line: CommandLine, journal: ReturnType<typeof openEither>) {
  const stream = journal.reader.outbox.stream()
  const hub = await openOwnHub(depsOf(line), stream)
  if (!stream) throw new Failure('HUB_NOT_JOINED')
  return { hub, stream, ...journal }
}

/** `hub push`: sends now, says what is left; where the window has the journal, beside it. */
function pushCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  return withOwnHub(line, async ({ hub, stream, reader, writer }) => {
    const onSent = ({ seq }: { seq: number }) => writer?.outbox.acknowledge(seq, Date.now())
    const of = { hub, journal: reader, stream: stream.id, version, now: Date.now, onSent }
    const sent = await ship(of)
    writer?.outbox.prune(Date.now() - keptMs, 100_000)
    const left = reader.outbox.leftAfter((await positionOf(hub, stream.id)).seq)
    output.result({ sent, left }, [output.say('cli.hub.pushed', { sent, left })])
    return exitCodes.done
  })
}

/** `hub verify`: holds the hub's sales of this register against the journal; 1 where they differ. */
function verify(line: CommandLine, output: Output): Promise<ExitCode> {
  return withOwnHub(line, async ({ hub, reader }) => {
    const compared = await compareWithHub(hub, reader)
    const { sales, differences } = compared
    const lines = differences.map(({ month, here, there }) =>
      output.say('cli.hub.differs', { month, here: here ?? 0, there: there ?? 0 }),
    )
    output.result(
      compared,
      differences.length > 0 ? lines : [output.say('cli.hub.same', { sales })],
    )
    return differences.length > 0 ? exitCodes.error : exitCodes.done
  })
}

/** `hub status`: which register this is and what it still has to send; 1 where the hub does not take it now. */
async function ownStatus(line: CommandLine, output: Output): Promise<ExitCode> {
  const { say, language } = output
  const dataDir = dataDirOf(line)
  const { reader } = openEither(dataDir)
  try {
    const stream = reader.outbox.stream()
    if (!stream) {
      output.result({ joined: false }, [say('cli.hub.none')])
      return exitCodes.done
    }
    const { code, name, url, ackedAt } = stream
    const asked = await askPosition(line, stream.id, reader)
    const left = reader.outbox.leftAfter(asked.seq ?? stream.ackedSeq)
    const { error } = asked
    const lines = [say('cli.hub.own', { register: code, name, url, left })]
    if (ackedAt !== null)
      lines.push(say('cli.hub.acked', { when: formatDateTime(ackedAt, language) }))
    if (error) lines.push(errorWords(error, language))
    output.result({ joined: true, register: code, name, url, left, ackedAt, error }, lines)
    return error ? exitCodes.error : exitCodes.done
  } finally {
    reader.close()
  }
}

async function askPosition(line: CommandLine, stream: string, reader: JournalReader) {
  try {
    const hub = await openOwnHub(depsOf(line), reader.outbox.stream())
    try {
      const position = await positionOf(hub, stream)
      if (!reader.outbox.knows(position)) throw new Failure('HUB_FORKED')
      return { seq: position.seq, error: null }
    } finally {
      await hub.close()
    }
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    return { seq: null, error: toAppError(caught) }
  }
}
