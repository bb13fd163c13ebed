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
import { openSettingsFile } from '../../host/system/settings-file.ts'
import { makeOwnFolder } from '../../store/files/own-folder.ts'
import { missingThings, positionOf } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
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
import {
  addReader,
  addRegister,
  confirm,
  dataDirOf,
  erase,
  listCommand,
  prepare,
  retire,
  urlOf,
} from './hub-owner.ts'
import type { Output } from '../output.ts'
import { typedLine } from '../typed-line.ts'
import { missing, superfluous } from '../usage.ts'

const actionSchema = z.enum([
  ...[
    'init',
    'upgrade',
    'add-register',
    'add-reader',
    'books',
    'confirm',
    'erase',
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
  confirm,
  erase,
  retire,
  join: joinCommand,
  leave: leaveCommand,
  push: pushCommand,
  status: (line, output) =>
    urlOf(line) === undefined ? ownStatus(line, output) : listCommand(line, output),
  verify,
}

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
