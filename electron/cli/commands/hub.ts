import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { MissingThing } from '../../../shared/contract/upkeep/hub.ts'
import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import {
  compareWithHub,
  joinHub,
  leaveHub,
  openOwnHub,
  type RegisterDeps,
} from '../../features/hub/register.ts'
import { keepReader } from '../../features/hub/kept-reader.ts'
import { becomeReader, isReadersCode } from '../../features/hub/reader.ts'
import { createHubSecrets } from '../../features/hub/secrets.ts'
import { pushNow } from '../../features/hub/push-now.ts'
import { outboxOf } from '../../features/hub/read-outbox.ts'
import type { ReadOutbox } from '../../features/hub/ship.ts'
import { forkNodeKeyring } from '../../host/programs/node-programs.ts'
import { systemKeyring } from '../../host/keyring/system-keyring.ts'
import { defaultDataDir } from '../../host/system/data-dir.ts'
import { openSettingsFile } from '../../host/system/settings-file.ts'
import { makeOwnFolder } from '../../store/files/own-folder.ts'
import { hubUrl, parseHubAddress, writeCode } from '../../hub/address.ts'
import {
  inviteRegister,
  listRegisters,
  looksLikeCode,
  prepareHub,
  retireRegister,
} from '../../hub/administer.ts'
import { inviteReader, retireReader } from '../../hub/readers.ts'
import { missingThings, positionOf } from '../../hub/calls.ts'
import { connectHub, patient, type HubConnection } from '../../hub/connect.ts'
import type { HubStream } from '../../store/hub/outbox.ts'
import { hasItsShape, openJournal, openJournalReader } from '../../store/journal/open-journal.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import { version } from '../../version.ts'
import { oneOf, type CommandLine } from '../arguments.ts'
import type { Command } from '../command.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { errorWords } from '../hints.ts'
import { keepsPushed } from '../keep-pushed.ts'
import { hubBooks } from './hub-books.ts'
import { registersSaid } from '../listed-registers.ts'
import type { Output } from '../output.ts'
import { typedLine } from '../typed-line.ts'
import { missing, notAllowed, superfluous } from '../usage.ts'

/** How long a code is good for, in hours. */
const codeHours = 72

const actionSchema = z.enum([
  ...[
    'init',
    'upgrade',
    'add-register',
    'add-reader',
    'books',
    'retire',
    'join',
    'leave',
    'push',
    'status',
    'verify',
  ],
] as const)
type Action = z.output<typeof actionSchema>

/** `hub ACTION`: several registers behind one PostgreSQL (docs/registers.md). */
export const hubCommand: Command = (line, output) => {
  const [word, ...more] = line.positionals
  if (word === undefined) throw missing('ACTION', actionSchema.options)
  const action = oneOf(actionSchema, word, 'hub')
  if (more[0] !== undefined) throw superfluous(more[0])
  return actions[action](line, output)
}

const actions: Record<Action, Command> = {
  init: prepare,
  upgrade: prepare,
  'add-register': addRegister,
  'add-reader': addReader,
  books: hubBooks,
  retire,
  join: joinCommand,
  leave: leaveCommand,
  push: pushCommand,
  status: (line, output) =>
    urlOf(line) === undefined ? ownStatus(line, output) : listCommand(line, output),
  verify,
}

// Of whoever owns the database.

const urlOf = ({ options, env }: CommandLine) =>
  options.text('url') ?? (env.MOSTRADOR_HUB_URL || undefined)

function neededUrl(line: CommandLine): string {
  const url = urlOf(line)
  if (url === undefined) throw missing('--url URL')
  return url
}

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
async function asOwner<T>(
  line: CommandLine,
  work: (hub: HubConnection) => Promise<T>,
  limits?: typeof patient,
): Promise<T> {
  const address = addressOf(line, neededUrl(line))
  const user = address.user ?? userInfo().username
  const password = line.env.MOSTRADOR_HUB_OWNER ?? ''
  const hub = await connectHub(address, { user, password }, limits).catch((caught: unknown) => {
    // The server says the same of a login that it does not have, and of a register's that was retired.
    if (!(caught instanceof Failure) || caught.error.code !== 'HUB_RETIRED') throw caught
    throw new Failure('HUB_LOGIN_REFUSED', undefined, { cause: caught })
  })
  try {
    return await work(hub)
  } finally {
    await hub.close()
  }
}

async function prepare(line: CommandLine, output: Output): Promise<ExitCode> {
  const steps = await asOwner(line, prepareHub, patient)
  output.result({ steps }, [output.say('cli.hub.prepared', steps.length)])
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
  const continued = line.options.text('continues')?.trim() ?? null
  const branch = branchOf(line)
  if (!again && looksLikeCode(name)) throw notAllowed(`--name ${name}`, '--name «Caja 1»')
  // Where registers find it, should whoever owns it reach it another way.
  const address = addressOf(line, line.options.text('address') ?? neededUrl(line))
  const invitation = await asOwner(line, (hub) =>
    inviteRegister(hub, { name, again, hours: codeHours, continued, branch }),
  )
  const { code: register, login, password } = invitation
  const code = writeCode({ url: hubUrl(address), login, password, ca: address.ca })
  output.progress(output.say('cli.hub.invited', { register, name, hours: codeHours }))
  output.result({ register, name, code }, [code])
  return exitCodes.done
}

/** `--branch NAME`; null: none is said. */
function branchOf({ options }: CommandLine): string | null {
  const branch = options.text('branch')?.trim() || null
  if (branch !== null && branch.length > 40) throw missing('--branch BRANCH')
  return branch
}

/** `hub add-reader`: somebody who looks at all registers, or at those of one branch. */
async function addReader(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  const { options } = line
  const writes = options.flag('writes')
  const flags = { all: options.flag('all'), books: options.flag('books') || writes, writes }
  const said = { name, branch: branchOf(line), ...flags, hours: codeHours }
  if (writes && said.branch !== null) throw notAllowed('--writes', '--branch BRANCH')
  if (said.all && said.branch !== null) throw notAllowed('--all', '--branch BRANCH')
  if (looksLikeCode(name)) throw notAllowed(`--name ${name}`, '--name «Rosa»')
  const address = addressOf(line, line.options.text('address') ?? neededUrl(line))
  const {
    branch,
    books,
    writes: mayWrite,
    ...invited
  } = await asOwner(line, (hub) => inviteReader(hub, said))
  const code = writeCode({ kind: 'reader', url: hubUrl(address), ...invited, ca: address.ca })
  const words = branch === null ? 'cli.hub.invitedReader' : 'cli.hub.invitedReaderBranch'
  output.progress(output.say(words, { name, branch: branch ?? '', hours: codeHours }))
  if (books) output.progress(output.say('cli.hub.readsBooks', { name }))
  if (mayWrite) output.progress(output.say('cli.hub.writesBooks', { name }))
  output.result({ name, branch, books, writes: mayWrite, code }, [code])
  return exitCodes.done
}

async function retire(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  await asOwner(line, async (hub) => {
    if (!(await retireReader(hub, name))) await retireRegister(hub, name)
  })
  output.result({ name }, [output.say('cli.hub.retired', { name })])
  return exitCodes.done
}

async function listCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const registers = await asOwner(line, listRegisters)
  output.result(registers, registersSaid(registers, output))
  return exitCodes.done
}

// Of a register.

const dataDirOf = (line: CommandLine) =>
  line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())

function depsOf(line: CommandLine): RegisterDeps {
  const dataDir = dataDirOf(line)
  return {
    inJournal(work) {
      const journal = openJournal(dataDir)
      try {
        return work(journal)
      } finally {
        journal.close()
      }
    },
    by: null,
    secrets: createHubSecrets(systemKeyring(forkNodeKeyring), dataDir),
    version,
    now: Date.now,
    givenPassword: line.env.MOSTRADOR_HUB_PASSWORD || null,
  }
}

/** `hub join < FILE`: the code from standard input, as it lets its holder in. */
async function joinCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const code = await typedLine(process.stdin, () => output.progress(output.say('cli.hub.typeCode')))
  if (isReadersCode(code)) return joinReader(line, code, output)
  const { code: register, name } = await joinHub(depsOf(line), code)
  const left = readerOf(line)((outbox) => outbox.leftAfter(0))
  output.result({ register, name, left }, [output.say('cli.hub.joined', { register, name, left })])
  return exitCodes.done
}

/** The same with a reader's code: this computer may look at all registers, and sends nothing. */
async function joinReader(line: CommandLine, code: string, output: Output): Promise<ExitCode> {
  const dataDir = dataDirOf(line)
  makeOwnFolder(dataDir)
  const settings = openSettingsFile(dataDir)
  const reader = await becomeReader(depsOf(line), code)
  keepReader(settings, reader)
  const { name, branch } = reader
  output.result({ name, branch }, [output.say('cli.hub.reads', { name })])
  return exitCodes.done
}

/** `hub leave`: the register goes on by itself, also where its hub is gone. */
async function leaveCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const { code: register, name } = await leaveHub(depsOf(line))
  output.result({ register, name }, [output.say('cli.hub.left', { register, name })])
  return exitCodes.done
}

/** What the journal of this register has to send. One of before an update is brought up first, as opening the window would. */
const readerOf = (line: CommandLine): ReadOutbox => outboxOf(dataDirOf(line), openReader)

function openReader(dataDir: string): JournalReader | null {
  try {
    return openJournalReader(dataDir)
  } catch (caught) {
    if (hasItsShape(dataDir)) throw caught
    openJournal(dataDir).close()
    return openJournalReader(dataDir)
  }
}

/** A register's own hub, and its journal as it is read meanwhile. */
interface OwnHub {
  hub: HubConnection
  stream: HubStream
  read: ReadOutbox
}

/** Works with the register's own hub. @throws Failure HUB_NOT_JOINED, HUB_UNREACHABLE … */
async function withOwnHub<T>(line: CommandLine, work: (own: OwnHub) => Promise<T>): Promise<T> {
  const read = readerOf(line)
  const stream = read((outbox) => outbox.stream())
  if (!stream) throw new Failure('HUB_NOT_JOINED')
  const hub = await openOwnHub(depsOf(line), stream)
  try {
    return await work({ hub, stream, read })
  } finally {
    await hub.close()
  }
}

/** `hub push`: sends now, says what is left and what is missing there; also while the window is open. */
function pushCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  return withOwnHub(line, async ({ hub, stream, read }) => {
    const dataDir = dataDirOf(line)
    const kept = keepsPushed(dataDir, stream)
    const of = { hub, read, dataDir, stream: stream.id, version, now: Date.now }
    const pushed = await kept((places, onSent) => pushNow({ ...of, places, onSent }))
    const { sent, left, missing: lacking, beside } = pushed
    const said = output.say('cli.hub.pushed', { sent, left })
    const lines = lackingSaid(lacking, output)
    if (beside) lines.push(errorWords(beside, output.language))
    const told = { sent, left, missing: lacking, ...(beside && { beside }) }
    output.result(told, [...lines, said])
    return lacking.length > 0 ? exitCodes.error : exitCodes.done
  })
}

const lackingSaid = (lacking: readonly MissingThing[], { say }: Output) =>
  lacking.map(({ thing, refused }) =>
    refused === null
      ? say('cli.hub.unreadable', { thing })
      : say('cli.hub.refused', { thing, code: refused }),
  )

/** `hub verify`: holds the hub's sales of this register against the journal; 1 where they differ. */
function verify(line: CommandLine, output: Output): Promise<ExitCode> {
  return withOwnHub(line, async ({ hub, read }) => {
    const compared = await compareWithHub(hub, read)
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

/** `hub status`: which register this is, what it still has to send and what is missing; 1 where the hub does not take it now. */
async function ownStatus(line: CommandLine, output: Output): Promise<ExitCode> {
  const { say, language } = output
  const read = readerOf(line)
  const stream = streamOf(read)
  if (!stream) {
    output.result({ joined: false }, [say('cli.hub.none')])
    return exitCodes.done
  }
  const { code, name, url, ackedAt } = stream
  const asked = await askPosition(line)
  const left = read((outbox) => outbox.leftAfter(asked.seq ?? stream.ackedSeq))
  const { error, missing: lacking } = asked
  const lines = [say('cli.hub.own', { register: code, name, url, left })]
  if (ackedAt !== null)
    lines.push(say('cli.hub.acked', { when: formatDateTime(ackedAt, language) }))
  lines.push(...lackingSaid(lacking, output))
  if (error) lines.push(errorWords(error, language))
  const said = { joined: true, register: code, name, url, left, ackedAt, error }
  output.result({ ...said, missing: lacking }, lines)
  return error || lacking.length > 0 ? exitCodes.error : exitCodes.done
}

/** null: this register belongs to no hub, or nothing was ever sold here. */
function streamOf(read: ReadOutbox): HubStream | null {
  try {
    return read((outbox) => outbox.stream())
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'HUB_NOT_JOINED') return null
    throw caught
  }
}

async function askPosition(line: CommandLine) {
  try {
    return await withOwnHub(line, async ({ hub, stream, read }) => {
      const position = await positionOf(hub, stream.id)
      if (!read((outbox) => outbox.knows(position))) throw new Failure('HUB_FORKED')
      return { seq: position.seq, error: null, missing: await missingThings(hub) }
    })
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    return { seq: null, error: toAppError(caught), missing: [] }
  }
}
