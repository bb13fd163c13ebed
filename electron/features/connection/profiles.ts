import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { SettingsStore } from '../../host/host.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import { profileSchema, type Profile } from '../../../shared/contract/connection.ts'

/** The profiles of this computer and the active one. */
export type Profiles = ReturnType<typeof createProfiles>

const key = 'connection'

function isUsable(baseUrl: string): boolean {
  try {
    return parseServiceAddress(baseUrl).origin !== ''
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

const storedSchema = z
  .looseObject({ profiles: z.array(z.unknown()), activeId: z.string().nullable() })
  .catch(() => ({ profiles: [], activeId: null }))

const usableSchema = profileSchema.refine(({ baseUrl }) => isUsable(baseUrl))
const namedSchema = z.looseObject({ id: z.string() })

/** Reads the profiles from the settings and keeps them there. */
export function createProfiles(settings: SettingsStore) {
  const { profiles: written, ...rest } = storedSchema.parse(settings.get(key))
  // What a newer or damaged file holds besides is left out, not fatal, and stays written for whoever can read it.
  const others = written.filter((item) => !usableSchema.safeParse(item).success)
  const known = written.flatMap((item) => usableSchema.safeParse(item).data ?? [])
  const stored = { ...rest, profiles: known }
  const asWritten = new Map(
    written.flatMap((item) => {
      const named = namedSchema.safeParse(item).data
      return named ? [[named.id, named]] : []
    }),
  )
  const session: Profile[] = []
  let activeId = stored.activeId

  const isSessionOnly = (id: string) => session.some((profile) => profile.id === id)
  // What was given for this session stands before what is stored under the same name.
  const all = () => [...stored.profiles.filter(({ id }) => !isSessionOnly(id)), ...session]
  const find = (id: string) => all().find((profile) => profile.id === id) ?? null
  const store = () => {
    const whole = stored.profiles.map((profile) => ({ ...asWritten.get(profile.id), ...profile }))
    const isReplaced = (item: unknown) => {
      const id = namedSchema.safeParse(item).data?.id
      return stored.profiles.some((profile) => profile.id === id)
    }
    const left = others.filter((item) => !isReplaced(item))
    settings.set(key, { ...stored, profiles: [...whole, ...left] })
  }

  function put(list: Profile[], profile: Profile): void {
    const index = list.findIndex(({ id }) => id === profile.id)
    if (index < 0) list.push(profile)
    else list[index] = profile
  }

  function use(id: string): void {
    activeId = id
    // A session's profile is gone at the next start: the last lasting one stays the stored choice.
    if (isSessionOnly(id)) return
    stored.activeId = id
    store()
  }

  return {
    all,
    find,
    /** Whether a profile lives only until the app closes (the test service, or one given at start). */
    isSessionOnly,
    /** Those that outlast the app. */
    lasting: (): Profile[] => [...stored.profiles],
    active: (): Profile | null => (activeId === null ? null : find(activeId)),
    /** Keeps a profile and makes it active; `sessionOnly` writes nothing. */
    save(profile: Profile, sessionOnly: boolean) {
      put(sessionOnly ? session : stored.profiles, profile)
      use(profile.id)
    },
    /** Makes a known profile active. */
    use,
    remove(id: string) {
      for (const list of [stored.profiles, session]) {
        const index = list.findIndex((profile) => profile.id === id)
        if (index >= 0) list.splice(index, 1)
      }
      // Nobody is moved to another account unasked.
      if (activeId === id) activeId = null
      if (stored.activeId === id) stored.activeId = null
      store()
    },
  }
}
