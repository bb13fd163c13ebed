import { randomUUID } from 'node:crypto'
import type { Profile, TokenPlace } from '../../../shared/contract/connection.ts'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { Failure } from '../../../shared/errors.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import {
  activeAccount,
  openActive,
  sameOrigin,
  tellState,
  type ActiveConnection,
} from './active.ts'
import { sandboxProfile } from './sandbox-profile.ts'
import { freshName } from './same-shop.ts'
import { cleanToken } from './token.ts'
import { tryConnection } from './try-connection.ts'

/** The stored token, for the origin that it was stored for and no other. */
export async function tokenFor(
  { profiles, tokens }: ActiveConnection,
  profile: Profile,
): Promise<string | null> {
  const known = profiles.find(profile.id)
  return known !== null && sameOrigin(known, profile) ? (await tokens.read(known)).token : null
}

async function keep(
  { tokens, shops }: ActiveConnection,
  profile: Profile,
  token: string,
  sessionOnly: boolean,
): Promise<TokenPlace> {
  const place = sessionOnly ? tokens.hold(profile, token) : await tokens.write(profile, token)
  shops.keep(profile, token)
  return place
}

/** A token that is refused does not replace one that may be good. Offline it cannot be known. */
async function mustBeTaken(
  { client }: ActiveConnection,
  profile: Profile,
  token: string,
): Promise<void> {
  const trial = await tryConnection(profile, token, client)
  if (!trial.ok && trial.error.code === 'UNAUTHORIZED') throw new Failure('UNAUTHORIZED')
}

/** A new token under the books that a profile has: proven to be of the same shop, or else a person's word. */
async function mustBeSameShop(
  active: ActiveConnection,
  profile: Profile,
  token: string,
): Promise<void> {
  // Whatever the service does not answer now proves nothing.
  const holds = await active.shops.holds(profile, token).catch((caught: unknown) => {
    if (caught instanceof Failure) return false
    throw caught
  })
  if (holds) return
  // One that was mistyped is of no shop: there is nothing to ask.
  await mustBeTaken(active, profile, token)
  throw new Failure('SHOP_UNPROVEN')
}

async function forget({ profiles, tokens }: ActiveConnection, profile: Profile): Promise<void> {
  await tokens.remove(profile)
  profiles.remove(profile.id)
}

const openSales = ({ options }: ActiveConnection, profileId: string): number =>
  options.openSales?.(profileId) ?? 0

/**
 * Stores a profile. Another address, country or shop is another account: it gets an id of its own, so that no sale,
 * catalog or report of the account before is taken for one of it.
 */
export async function saveProfile(
  active: ActiveConnection,
  { profile, token, shop }: ParsedInput<'connection.save'>,
): Promise<void> {
  const { profiles } = active
  const known = profiles.find(profile.id)
  const sessionOnly = profiles.isSessionOnly(profile.id)
  const { origin, basePath } = parseServiceAddress(profile.baseUrl)
  const sandbox = sessionOnly && known?.sandbox === true
  const changed = { ...profile, baseUrl: origin + basePath, sandbox }
  const isMoved = known !== null && !sameAccount(known, changed)
  const isOtherShop = known !== null && !isMoved && token !== undefined && shop === 'other'
  if (isOtherShop) return beginShop(active, changed, cleanToken(token), sessionOnly)
  const saved = isMoved ? { ...changed, id: randomUUID() } : changed
  const secret = token ?? (isMoved ? await tokenFor(active, profile) : null)
  if (secret !== null) {
    const text = cleanToken(secret)
    if (shop !== 'same') await mustBeSameShop(active, saved, text)
    await keep(active, saved, text, sessionOnly)
  }
  profiles.save(saved, sessionOnly)
  // What is open there can only be looked up there.
  if (isMoved && openSales(active, known.id) === 0) await forget(active, known)
  await openActive(active)
}

/** Another shop at the same address: a profile of its own, and the one before stays with its books. */
async function beginShop(
  active: ActiveConnection,
  like: Profile,
  token: string,
  sessionOnly: boolean,
): Promise<void> {
  const { profiles } = active
  const taken = profiles.all().map(({ name }) => name)
  const begun = { ...like, id: randomUUID(), name: freshName(like.name, taken) }
  await keep(active, begun, token, sessionOnly)
  profiles.save(begun, sessionOnly)
  await openActive(active)
}

/** Another profile is the active one from now on. @throws Failure NO_PROFILE */
export async function chooseProfile(active: ActiveConnection, profileId: string): Promise<void> {
  if (active.profiles.find(profileId) === null) throw new Failure('NO_PROFILE')
  active.profiles.use(profileId)
  await openActive(active)
}

/** Removes a profile and its token. @throws Failure PROFILE_HAS_OPEN_SALES: they could not be looked up any more */
export async function removeProfile(active: ActiveConnection, profileId: string): Promise<void> {
  if (openSales(active, profileId) > 0) throw new Failure('PROFILE_HAS_OPEN_SALES')
  const known = active.profiles.find(profileId)
  const wasActive = active.profiles.active()?.id === profileId
  if (known !== null) await forget(active, known)
  if (wasActive) await openActive(active)
  else tellState(active)
}

/** Another token for the active profile. @throws Failure UNAUTHORIZED, SHOP_UNPROVEN, NO_PROFILE */
export async function setToken(
  active: ActiveConnection,
  { token: text, shop }: ParsedInput<'connection.setToken'>,
): Promise<void> {
  const current = activeAccount(active)
  const { profile } = current
  const sessionOnly = active.profiles.isSessionOnly(profile.id)
  const token = cleanToken(text)
  await mustBeTaken(active, profile, token)
  if (shop === 'other') return beginShop(active, profile, token, sessionOnly)
  if (shop !== 'same') await mustBeSameShop(active, profile, token)
  const place = await keep(active, profile, token, sessionOnly)
  current.useToken({ token, place })
  await current.refreshQuietly()
}

/** The test service of a country, started where it does not run yet. */
export async function openSandbox(active: ActiveConnection, country: Country): Promise<void> {
  const { sandboxes, client, profiles, tokens, options } = active
  const running = sandboxes.get(country)
  const alive =
    running && (await tryConnection(sandboxProfile(country, running.url), running.token, client)).ok
  const { url, token } = running && alive ? running : await options.startSandbox(country)
  sandboxes.set(country, { url, token })
  const profile = sandboxProfile(country, url)
  tokens.hold(profile, token)
  profiles.save(profile, true)
  await openActive(active)
}

/** Whether two profiles lead to the same account, as far as can be known here. */
function sameAccount(a: Profile, b: Profile): boolean {
  const [one, other] = [a, b].map(({ baseUrl }) => parseServiceAddress(baseUrl))
  return sameOrigin(a, b) && one?.basePath === other?.basePath && a.country === b.country
}
