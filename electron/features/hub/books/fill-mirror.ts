import type { Profile } from '../../../../shared/contract/connection.ts'
import {
  currencyOfCountry,
  directionSchema,
  type Country,
} from '../../../../shared/domain/money/money.ts'
import { productNatureSchema } from '../../../../shared/domain/product/product-setting.ts'
import { dayMs, dayRangeBounds } from '../../../../shared/domain/time/dates.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { RegistersRead } from '../../../../shared/domain/report/registers.ts'
import { Failure } from '../../../../shared/errors.ts'
import { parseHubAddress } from '../../../hub/address.ts'
import { bookAccounts, readBooks, type BookRegister } from '../../../hub/book-images.ts'
import { connectHub, type HubConnection } from '../../../hub/connect.ts'
import { fillMirror, type MirrorFiller } from '../../../store/hub/mirror.ts'
import type { Reader } from '../kept-reader.ts'
import { accountScope } from '../places.ts'
import { chosenAccount, profileOf, type BookAccount } from './account.ts'

/** What a report over several registers asks for. */
export interface MirrorWish {
  /** Who this computer may read them as. */
  reader: Reader
  password: string
  /** The connection in use here; null: none. */
  profile: Profile | null
  /** The account by its name; null: the connection's, or the only one. */
  account: string | null
  days: DayRange
  /** A register by code or name, or a branch; null: all that may be read. */
  only: string | null
}

/** What a mirror came to hold. */
export interface FilledMirror {
  /** The account: a connection of this computer, or one that stands for it and has no token. */
  profile: Profile
  /** It is a connection of this computer. */
  isOwn: boolean
  read: RegistersRead
}

/** How far it is, from 0 to 1 by the time that was read, and how many things came. */
export interface MirrorProgress {
  share: number
  rows: number
}
export interface MirrorEar {
  progress: (told: MirrorProgress) => void
  /** @throws Failure CANCELLED once nobody wants it any more */
  check: () => void
}

/** What a report looks at before its days, to see what changed since, and after them, as records come late. */
const before = 32 * dayMs
const after = 4 * dayMs

/** The time that the mirror of some days is of, in epoch ms. */
function timeOf({ from, to }: DayRange): { start: number; end: number } {
  const { start, end } = dayRangeBounds(from, to)
  return { start: start - before, end: end + after }
}

/**
 * Reads what registers sent of some days into the mirror in a folder.
 * @throws Failure HUB_NO_BOOKS, HUB_NO_ACCOUNT, HUB_NO_REGISTER `only` names none, HUB_UNREACHABLE …, DISK_FULL
 */
export async function fillFromHub(
  folder: string,
  wish: MirrorWish,
  ear: MirrorEar,
): Promise<FilledMirror> {
  const { reader, password, profile, account: named } = wish
  const { url, ca, login } = reader
  const hub = await connectHub(parseHubAddress(url, ca), { user: login, password })
  try {
    const account = chosenAccount(await bookAccounts(hub), { named, profile })
    const isOwn = profile !== null && accountScope(profile) === account.scope
    const own = isOwn ? profile : profileOf(account, 'CO')
    const mirror = fillMirror(folder, own.id)
    try {
      const { country, read } = await fill(hub, mirror, { account, wish, ear })
      return { read, profile: isOwn ? own : { ...own, country }, isOwn }
    } catch (caught) {
      mirror.leave()
      throw caught
    }
  } finally {
    await hub.close()
  }
}

/** Answers what is known of the registers, and the country by the currency of what was sold. */
async function fill(
  hub: HubConnection,
  mirror: MirrorFiller,
  { account, wish, ear }: { account: BookAccount; wish: MirrorWish; ear: MirrorEar },
): Promise<{ read: RegistersRead; country: Country }> {
  const { days, only, reader } = wish
  const time = timeOf(days)
  const registers: BookRegister[] = []
  const codes = new Set<string>()
  let rows = 0
  let until = time.start
  await readBooks(
    hub,
    { account: account.scope, days, time },
    {
      registers(all) {
        registers.push(...chosenRegisters(all, only))
        registers.forEach(({ code }) => codes.add(code))
      },
      product(kind, key, body) {
        const direction = directionSchema.safeParse(body).data
        const nature = productNatureSchema.safeParse(body).data
        if (kind === 'direction' && direction) mirror.say(key, { direction })
        if (kind === 'nature' && nature) mirror.say(key, { nature })
      },
      images(kind, images) {
        ear.check()
        mirror.take(
          kind,
          images.filter(({ code }) => codes.has(code)),
        )
        rows += images.length
        // They come by time; of what still waits some are of long ago.
        if (kind === 'sale') until = Math.max(until, images.at(-1)?.at ?? 0)
        const end = Math.min(time.end, registers[0]?.now ?? time.end)
        const share = Math.min(1, (until - time.start) / Math.max(1, end - time.start))
        ear.progress({ share, rows })
      },
    },
  )
  const currency = mirror.usualCurrency()
  const read: RegistersRead = {
    // By a server whose clock is behind days would still run that are over, and what is missing of them be on its way.
    at: Math.max(registers[0]?.now ?? 0, Date.now()),
    only: only ?? reader.branch,
    account: account.name,
    registers: registers.map(({ forked, unplaced, code, ...one }) => {
      const { name, branch, retired, complete, stream, seq, tip } = one
      const taken = mirror.taken(code)
      return {
        ...{ code, name, branch, retired, complete, stream, seq, tip, unplaced },
        ...taken,
        isForked: forked !== null,
      }
    }),
  }
  mirror.finish(read)
  return { read, country: currency === currencyOfCountry.EC ? 'EC' : 'CO' }
}

/** Those that are named: a register by code or name, else the registers of a branch. @throws Failure HUB_NO_REGISTER */
function chosenRegisters(all: readonly BookRegister[], only: string | null): BookRegister[] {
  if (only === null) return [...all]
  const named = all.filter(({ code, name }) => name === only || code === only)
  const found = named.length > 0 ? named : all.filter(({ branch }) => branch === only)
  if (found.length === 0) throw new Failure('HUB_NO_REGISTER', { name: only })
  return found
}
