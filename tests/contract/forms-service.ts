import { serviceOver } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import { testSession, wireAnswer } from '../../electron/service/testing/session.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import type { Country } from '../../shared/domain/money/money.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

/** A merchant's profile of a country. */
export const profileOf = (country: Country, baseUrl = 'http://127.0.0.1:1'): Profile =>
  profileSample({
    id: `shop-${country}`,
    name: 'Prueba',
    country,
    baseUrl,
  })

/** The real client of the service, whose product and quotes are answered one after the other from memory. */
export function scriptedService(answers: unknown[]): {
  service: MerchantService
  bodies: string[]
} {
  const bodies: string[] = []
  const session = testSession(
    async ({ body = '' }) => {
      bodies.push(body)
      return wireAnswer(JSON.stringify({ statusCode: 200, data: answers.shift() ?? {} }))
    },
    { profile: profileOf('CO') },
  )
  return { service: serviceOver(session), bodies }
}
