import type { Profile } from '../../../shared/contract/connection.ts'
import type { Country } from '../../../shared/domain/money/money.ts'

/** A profile as it is being typed: figures are still texts. */
export interface ProfileDraft {
  id: string
  name: string
  country: Country
  baseUrl: string
  apiVersion: string
  deviceId: string
  valuesAs: Profile['valuesAs']
  sendsPosition: boolean
  lat: string
  lon: string
  accuracy: string
  commerceId: string
  address: string
  token: string
}

export type DraftField = 'name' | 'baseUrl' | 'lat' | 'lon' | 'accuracy' | 'token'

/** A new profile, with a device id of its own. */
export function newProfileDraft(newId: () => string): ProfileDraft {
  return {
    id: newId(),
    name: '',
    country: 'CO',
    baseUrl: '',
    apiVersion: '1.10.2',
    deviceId: newId(),
    valuesAs: 'strings',
    sendsPosition: false,
    lat: '',
    lon: '',
    accuracy: '',
    commerceId: '',
    address: '',
    token: '',
  }
}

/** A stored profile, to be changed; its token is not known here and stays unless a new one is typed. */
export function draftOf(profile: Profile): ProfileDraft {
  const { position } = profile
  return {
    ...profile,
    sendsPosition: position !== null,
    lat: position ? String(position.lat) : '',
    lon: position ? String(position.lon) : '',
    accuracy: position ? String(position.accuracy) : '',
    commerceId: position?.commerceId ?? '',
    address: position?.address ?? '',
    token: '',
  }
}

/** A coordinate as people write it, with comma or point; NaN when it is none. */
function degrees(text: string): number {
  const bare = text.trim().replace(',', '.')
  return /^[+-]?\d+(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
}

/** The fields that cannot be stored as they are; the service's address is judged by the main process. */
export function draftFaults(draft: ProfileDraft, tokenNeeded: boolean): DraftField[] {
  const within = (text: string, limit: number) => Math.abs(degrees(text)) <= limit
  const accuracy = draft.accuracy.trim() === '' ? 0 : degrees(draft.accuracy)
  const faults: [DraftField, boolean][] = [
    ['name', draft.name.trim() === '' || draft.name.trim().length > 80],
    ['baseUrl', draft.baseUrl.trim() === ''],
    ['lat', draft.sendsPosition && !within(draft.lat, 90)],
    ['lon', draft.sendsPosition && !within(draft.lon, 180)],
    ['accuracy', draft.sendsPosition && !(accuracy >= 0)],
    ['token', tokenNeeded && draft.token.trim() === ''],
  ]
  return faults.filter(([, wrong]) => wrong).map(([field]) => field)
}

/** The profile of a draft without faults. */
export function profileOf(draft: ProfileDraft): Profile {
  const commerceId = draft.commerceId.trim()
  const address = draft.address.trim()
  return {
    id: draft.id,
    name: draft.name.trim(),
    country: draft.country,
    baseUrl: draft.baseUrl.trim().replace(/\/+$/, ''),
    apiVersion: draft.apiVersion.trim(),
    deviceId: draft.deviceId.trim(),
    position: draft.sendsPosition
      ? {
          lat: degrees(draft.lat),
          lon: degrees(draft.lon),
          accuracy: draft.accuracy.trim() === '' ? 0 : degrees(draft.accuracy),
          ...(commerceId && { commerceId }),
          ...(address && { address }),
        }
      : null,
    valuesAs: draft.valuesAs,
    sandbox: false,
  }
}
