import type { CommonDeps } from '../deps.ts'
import type { Connection } from '../features/connection/connection.ts'
import { createClaimsBeside } from '../features/hub/claims/claims.ts'
import { createHub, type Hub } from '../features/hub/hub.ts'
import { placesOf, sharedAccount } from '../features/hub/places.ts'
import { createHubSecrets, createPasswords } from '../features/hub/secrets.ts'
import { createWindowsBeside } from '../features/hub/windows/windows.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import { keepBusiness, writtenBusiness } from '../features/settings/business.ts'
import type { Keyring } from '../host/host.ts'
import { currencyOfCountry } from '../../shared/domain/money/money.ts'
import { toAppError } from '../../shared/errors.ts'
import type { JournalSearch } from '../store/search/journal-search.ts'
import { writableJournal } from '../store/journal/journal-access.ts'
import { version } from '../version.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'
import type { WiredSelling } from './selling.ts'

/** What selling and reports need of a hub: it is made before them. */
export function wireAsking(
  { environment }: FeaturesDeps,
  { journal, clock }: CommonDeps,
  { keyring, connection }: { keyring: Keyring; connection: Connection },
) {
  const secrets = createHubSecrets(keyring, environment.dataDir)
  // As the command line takes it, where there is no keyring.
  const givenPassword = process.env.MOSTRADOR_HUB_PASSWORD || null
  const passwords = createPasswords(secrets, givenPassword)
  const stream = () => writableJournal(journal)?.outbox.stream() ?? null
  const profileOf = (profileId: string) =>
    connection.state().profiles.find(({ id }) => id === profileId)
  const claims = createClaimsBeside({
    ...{ clock, stream, password: passwords.of },
    serviceOf(profileId) {
      const profile = profileOf(profileId)
      return !profile || profile.sandbox ? null : profile.baseUrl
    },
  })
  const windows = createWindowsBeside({
    ...{ clock, stream, password: passwords.of },
    accountOf(profileId) {
      const profile = profileOf(profileId)
      const account = profile ? sharedAccount(profile) : null
      return profile && account !== null
        ? { account, currency: currencyOfCountry[profile.country] }
        : null
    },
  })
  return { secrets, givenPassword, passwords, claims, windows }
}

/** One of several registers: what it sold is sent behind. */
export function wireHub(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  parts: {
    asking: ReturnType<typeof wireAsking>
    here: AtRegister
    connection: Connection
    people: PeopleFeature
    selling: WiredSelling
    search: JournalSearch
  },
): Hub {
  const { asking, here, connection, people, selling, search } = parts
  const { journal, settings, emit, onProblem } = common
  const { dataDir } = environment
  return createHub({
    ...common,
    dataDir,
    version,
    ...asking,
    isSelling: () => selling.isSelling(),
    places: () => placesOf(connection.state().profiles, writtenBusiness(settings)),
    keepBeside: (beside) => keepBusiness(settings, beside),
    onShared({ kinds }) {
      // First who may be here: nothing that fails below keeps in who left.
      if (kinds.has('person')) people.heard()
      const profileId = connection.state().activeId ?? ''
      if (kinds.has('debtor') || kinds.has('debt')) emit('credit.changed', {})
      const reader = journal.read()
      if (reader && (kinds.has('direction') || kinds.has('nature'))) {
        emit('products.changed', reader.productSettings.all(profileId))
        emit('catalog.changed', {})
      }
      if (reader && kinds.has('payee')) emit('products.payeesChanged', reader.payees.all(profileId))
    },
    // Only then they are found by nobody: the index of the sales stands in a file of its own.
    onErased: () => void search.tend().catch((caught: unknown) => onProblem(toAppError(caught))),
    cashier: here.cashier,
    note: (action, said) => people.note(action, said),
  })
}
