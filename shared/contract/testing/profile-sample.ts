import { usualProfile, type Profile } from '../connection.ts'

/** The connection of a shop, for tests; nothing listens at its address. */
export function profileSample(change: Partial<Profile> = {}): Profile {
  return {
    ...usualProfile,
    id: 'p1',
    name: 'Tienda',
    country: 'CO',
    baseUrl: 'http://127.0.0.1:1',
    ...change,
  }
}
