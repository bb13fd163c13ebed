import { readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { settingsSchema } from '../../../shared/contract/settings.ts'
import { Failure } from '../../../shared/errors.ts'
import { accountsOf } from '../../features/hub/books/account.ts'
import { eraseRetired } from '../../features/hub/erase-retired.ts'
import { readSettings } from '../../features/settings/index.ts'
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
import { confirmAccounts } from '../../hub/confirming.ts'
import { connectHub, patient, type HubConnection } from '../../hub/connect.ts'
import { inviteReader, retireReader } from '../../hub/readers.ts'
import type { CommandLine } from '../arguments.ts'
import { exitCodes, type ExitCode } from '../exit-codes.ts'
import { registersSaid } from '../listed-registers.ts'
import type { Output } from '../output.ts'
import { missing, notAllowed } from '../usage.ts'

// `hub ACTION --url URL`: what whoever owns the database does.

/** How long a code is good for, in hours. */
const codeHours = 72

export const dataDirOf = (line: CommandLine) =>
  line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())

export const urlOf = ({ options, env }: CommandLine) =>
  options.text('url') ?? (env.MOSTRADOR_HUB_URL || undefined)

function neededUrl(line: CommandLine): string {
  const url = urlOf(line)
  if (url === undefined) throw missing('--url URL / MOSTRADOR_HUB_URL')
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

export async function prepare(line: CommandLine, output: Output): Promise<ExitCode> {
  const steps = await asOwner(line, prepareHub, patient)
  output.result({ steps }, [output.say('cli.hub.prepared', steps.length)])
  return exitCodes.done
}

function nameOf({ options }: CommandLine): string {
  const name = options.text('name')?.trim()
  if (!name || name.length > 40) throw missing('--name NAME')
  return name
}

export async function addRegister(line: CommandLine, output: Output): Promise<ExitCode> {
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
export async function addReader(line: CommandLine, output: Output): Promise<ExitCode> {
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

export async function retire(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  await asOwner(line, async (hub) => {
    if (!(await retireReader(hub, name))) await retireRegister(hub, name)
  })
  output.result({ name }, [output.say('cli.hub.retired', { name })])
  return exitCodes.done
}

export async function listCommand(line: CommandLine, output: Output): Promise<ExitCode> {
  const registers = await asOwner(line, listRegisters)
  output.result(registers, registersSaid(registers, output))
  return exitCodes.done
}

/** `hub confirm`: the accounts that a register says it sells with are its own, and it may have what others got of their list. */
export async function confirm(line: CommandLine, output: Output): Promise<ExitCode> {
  const name = nameOf(line)
  const confirmed = await asOwner(line, (hub) => confirmAccounts(hub, name))
  const lines = accountsOf(confirmed).map(({ name: account, baseUrl }) =>
    output.say('cli.hub.confirmed', { name, account, baseUrl }),
  )
  output.result(
    { name, accounts: confirmed },
    lines.length > 0 ? lines : [output.say('cli.hub.nothingToConfirm', { name })],
  )
  return exitCodes.done
}

/** `hub erase`: whom registers ordered to be erased, and who is too old, in what retired ones sent; 1 where something stays. */
export async function erase(line: CommandLine, output: Output): Promise<ExitCode> {
  const dataDir = dataDirOf(line)
  makeOwnFolder(dataDir)
  const deps = { dataDir, now: Date.now(), keepMonths: keepMonths(line, dataDir) }
  const all = await asOwner(line, (hub) => eraseRetired(hub, deps), patient)
  const lines = all.flatMap(({ code: register, name, erased, waiting, unreadable, newer }) => [
    output.say('cli.hub.erased', { register, name, count: erased }),
    ...waiting.map((sale) => output.say('cli.hub.eraseWaits', { register, name, sale })),
    ...unreadable.map((thing) => output.say('cli.hub.eraseUnread', { register, name, thing })),
    ...newer.map((order) => output.say('cli.hub.eraseNewer', { register, name, order })),
  ])
  output.result(all, lines.length > 0 ? lines : [output.say('cli.hub.eraseNothing')])
  const isLeft = all.some(({ waiting, unreadable, newer }) =>
    [waiting, unreadable, newer].some((left) => left.length > 0),
  )
  return isLeft ? exitCodes.error : exitCodes.done
}

const monthsSchema = z.coerce
  .number()
  .pipe(settingsSchema.shape.keepCustomersMonths.unwrap().unwrap())
/** `--keep MONTHS`, else as it is set on this computer; null: customers are kept for ever. */
function keepMonths({ options }: CommandLine, dataDir: string): number | null {
  const said = options.text('keep')
  if (said === undefined) return readSettings(openSettingsFile(dataDir)).keepCustomersMonths
  const months = monthsSchema.safeParse(said).data
  if (months === undefined) throw notAllowed(`--keep ${said}`, '--keep 24')
  return months
}
