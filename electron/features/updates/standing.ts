import type { UpdatesState } from '../../../shared/contract/settings.ts'
import type { Offer } from '../../update/offers.ts'
import { readCurrent, startable, wholeVersions } from '../../versions/current.ts'
import type { Launch } from '../../versions/launch.ts'
import { compareVersions } from '../../versions/version-name.ts'

/** Which versions stand here: one that waits, one that starts the next time, and one to go back to. */
export type Standing = Pick<UpdatesState, 'ready' | 'chosen' | 'before'>

export const standingNowhere: Standing = { ready: null, chosen: null, before: null }

export function standingOf({ places, version }: Launch, offers: readonly Offer[]): Standing {
  const current = readCurrent(places)
  const good = wholeVersions(places).filter((one) => !(one.version in current.bad))
  const next = startable(good, current)[0]?.version ?? version
  const ready = offers.find((offer) => good.some((one) => one.version === offer.version))
  const older = good.find((one) => compareVersions(one.version, version) < 0)
  return {
    ready: ready && ready.version !== next ? ready.version : null,
    chosen: next === version ? null : next,
    // Of what is chosen and has not started yet, one goes back to this very version.
    before: compareVersions(next, version) > 0 ? version : (older?.version ?? null),
  }
}
