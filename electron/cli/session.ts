import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import type { ZodType } from 'zod'
import { events, type EventName, type EventPayload } from '../../shared/contract/index.ts'
import { usualProfile, type Profile } from '../../shared/contract/connection.ts'
import { formatMoney } from '../../shared/domain/money/figures.ts'
import type { Money } from '../../shared/domain/money/money.ts'
import { serviceTime } from '../../shared/domain/time/service-time.ts'
import { Failure } from '../../shared/errors.ts'
import { createProfiles } from '../features/connection/profiles.ts'
import type { BroughtMirror } from '../features/hub/books/bring-mirror.ts'
import { checkNamed, leadsElsewhere } from '../features/files/target.ts'
import { readSettings } from '../features/settings/index.ts'
import { defaultDataDir } from '../host/system/data-dir.ts'
import {
  forkNodeCopier,
  forkNodeJournalCheck,
  forkNodeKeyring,
} from '../host/programs/node-programs.ts'
import { onClockJump } from '../host/system/resume.ts'
import { openSettingsFile } from '../host/system/settings-file.ts'
import { systemProxy } from '../host/system/system-proxy.ts'
import { createLog } from '../log.ts'
import { lookIntoRegister, openRegister, type Register } from '../register.ts'
import type { TellStep } from '../store/recovery/recovery.ts'
import { makeOwnFolder } from '../store/files/own-folder.ts'
import { createFeatures, type Features } from '../wiring.ts'
import type { GivenConnection } from '../wiring/common.ts'
import type { CommandLine } from './arguments.ts'
import { notThere } from './usage.ts'

// The contract's table, written so that TypeScript ties each name to its own schema.
const payloads: { [K in EventName]: { payload: ZodType<EventPayload<K>> } } = events

/** The features without a window, for one command. */
export interface Session {
  features: Features
  register: Register
  profile: Profile
  /** Money as this shop writes it. */
  money(amount: Money | null): string
  /** Allows a command to write an absolute path, and answers the real one. Errors as checkNamed. */
  approve(path: string): Promise<string>
  /** The service's time (epoch ms) where it answers, else this computer's: for words such as "last month". */
  serviceNow(): Promise<number>
  /** Hears one of the features' events; returns its own unsubscribe. */
  on<K extends EventName>(name: K, listener: (payload: EventPayload<K>) => void): () => void
}

/**
 * Opens the features over the data folder, runs, and closes them. `write` claims the journal, which
 * one process at a time can have; `tell` hears what takes long of opening it then.
 * @throws Failure REGISTER_ALREADY_OPEN, NO_PROFILE, URL_INVALID, SHOP_UNPROVEN ...
 */
export function withSession<T>(
  line: CommandLine,
  access: 'read' | 'write',
  run: (session: Session) => Promise<T>,
  tell?: TellStep,
): Promise<T> {
  return sessionOver(line, { access, tell }, run)
}

/** The same with reports over several registers, of the account that they were read of; without its token where none is here. */
export const withMirror = <T>(
  line: CommandLine,
  over: BroughtMirror,
  run: (session: Session) => Promise<T>,
): Promise<T> => sessionOver(line, { access: 'read', over }, run)

function sessionOver<T>(
  line: CommandLine,
  how: Opening,
  run: (session: Session) => Promise<T>,
): Promise<T> {
  return withFeatures(line, how, async ({ given, decimalSign, ...open }) => {
    const { features } = open
    if (given === null) throw new Failure('NO_PROFILE')
    // Looking into the journal asks the service for nothing: its lines are this connection's whatever the token is.
    if (line.command !== 'journal') await features.connection.proveShop(line.isSameShop)
    const { profile } = given
    return run({
      ...open,
      profile,
      money: (amount) =>
        amount === null ? '—' : formatMoney(amount, { country: profile.country, decimalSign }),
    })
  })
}

/** How the features are opened. */
interface Opening {
  access: 'read' | 'write'
  tell?: TellStep | undefined
  /** What several registers sent, for reports. */
  over?: BroughtMirror
}

/** What a command has that may do without a connection. */
type Opened = Omit<Session, 'profile' | 'money'> & {
  given: GivenConnection | null
  decimalSign: 'comma' | 'point'
}

/** The same for what may be asked without a connection, as nothing is sold. Errors as withSession, save NO_PROFILE. */
export async function withFeatures<T>(
  line: CommandLine,
  { access, tell, over }: Opening,
  run: (opened: Opened) => Promise<T>,
): Promise<T> {
  const dataDir = line.dataDir ?? defaultDataDir(process.platform, line.env, homedir())
  // Whoever looks at a folder that is named, and at no service, means one that is there.
  if (access === 'read' && line.dataDir && line.baseUrl === undefined && !existsSync(dataDir))
    throw notThere(line.dataDir)
  makeOwnFolder(dataDir)
  const settings = openSettingsFile(dataDir)
  const given = over
    ? mirroredConnection(line, over)
    : givenConnection(line, createProfiles(settings).active())
  const register = access === 'write' ? openRegister(dataDir, tell) : lookIntoRegister(dataDir)
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const approved = new Set<string>()
  const { decimalSign } = readSettings(settings)
  const features = createFeatures({
    environment: {
      dataDir,
      settings,
      startSandbox: () => Promise.reject(new Failure('NO_PROFILE')),
      forkKeyring: forkNodeKeyring,
      forkJournalCheck: forkNodeJournalCheck,
      forkCopier: forkNodeCopier,
      onResume: onClockJump,
      proxyFor: systemProxy(),
    },
    register,
    emit: (name, payload) => listeners.forEach((listener) => listener(name, payload)),
    log: createLog(dataDir),
    ...(given ? { given } : {}),
    ...(over ? { over: over.folder } : {}),
    mustBeApproved(path) {
      if (!approved.has(path) || leadsElsewhere(path)) throw new Failure('FILE_NOT_ALLOWED')
    },
    decimalSign: () => decimalSign,
    // Whoever can run it can read the data folder.
    may: () => true,
    salesAction: 'cli.sell',
  })
  try {
    await features.connection.ready
    return await run({
      features,
      register,
      given,
      decimalSign,
      async approve(named) {
        const { path } = await checkNamed({ dataDir, platform: process.platform }, named)
        approved.add(path)
        return path
      },
      async serviceNow() {
        const { connection } = features
        // Offline this computer's clock has to do: a month that is stored opens without the service.
        const refresh = connection.handlers['connection.refresh']
        if (connection.state().reach === 'unknown') await refresh({}).catch(() => undefined)
        return serviceTime(Date.now(), connection.state().clockSkewMs)
      },
      on(name, listener) {
        const own = (other: string, payload: unknown) => {
          if (other === name) listener(payloads[name].payload.parse(payload))
        }
        listeners.add(own)
        return () => listeners.delete(own)
      },
    })
  } finally {
    await features.close()
  }
}

/** The service that the arguments name, else the one in use in the window, if any; the token from its environment. */
function givenConnection(line: CommandLine, active: Profile | null): GivenConnection | null {
  const profile = line.baseUrl === undefined ? active : adHocProfile(line, line.baseUrl)
  if (!profile) return null
  const token = line.env.MOSTRADOR_TOKEN || null
  if (line.shop === undefined) return { profile, token }
  // The stored one is the other shop's.
  if (token === null) throw new Failure('NO_TOKEN')
  const id = `cli-${hashOf(`${profile.country} ${profile.baseUrl} ${line.shop}`)}`
  return { profile: { ...profile, id, name: line.shop.slice(0, 80), sandbox: false }, token }
}

/**
 * The account that registers were read of. What a register said of its address is no place for a token: only the connection that
 * is here, or whoever runs this and names the address, says where one goes.
 */
function mirroredConnection(
  { baseUrl, country, env }: CommandLine,
  { profile, isOwn }: BroughtMirror,
): GivenConnection {
  const token = isOwn || baseUrl !== undefined ? env.MOSTRADOR_TOKEN || null : null
  if (baseUrl === undefined) return { profile, token }
  return { profile: { ...profile, baseUrl, country: country ?? profile.country }, token }
}

/** A profile of this address alone: always the same one, so that its sales are found again. */
function adHocProfile({ country = 'CO' }: CommandLine, baseUrl: string): Profile {
  return {
    ...usualProfile,
    id: `cli-${hashOf(`${country} ${baseUrl}`)}`,
    name: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.slice(0, 80),
    country,
    baseUrl,
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
