import { usualProfile, type Profile } from '../../../shared/contract/connection.ts'
import { testProfileIds } from '../../../shared/domain/identity/test-profile.ts'
import type { Country } from '../../../shared/domain/money/money.ts'

/** The profile of the embedded test service of a country; its address changes at each start. */
export function sandboxProfile(country: Country, baseUrl: string): Profile {
  return {
    ...usualProfile,
    id: testProfileIds[country],
    name: country === 'CO' ? 'Servicio de prueba (Colombia)' : 'Servicio de prueba (Ecuador)',
    country,
    baseUrl,
    sandbox: true,
  }
}
