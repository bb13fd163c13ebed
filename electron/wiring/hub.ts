import type { CommonDeps } from '../deps.ts'
import type { Connection } from '../features/connection/connection.ts'
import { createHub, type Hub } from '../features/hub/hub.ts'
import { placesOf } from '../features/hub/places.ts'
import { createHubSecrets } from '../features/hub/secrets.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import { keepBusiness, writtenBusiness } from '../features/settings/business.ts'
import type { Keyring } from '../host/host.ts'
import { version } from '../version.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'
import type { WiredSelling } from './selling.ts'

/** One of several registers: what it sold is sent behind. */
export function wireHub(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  parts: {
    keyring: Keyring
    here: AtRegister
    connection: Connection
    people: PeopleFeature
    selling: WiredSelling
  },
): Hub {
  const { keyring, here, connection, people, selling } = parts
  const { journal, settings, emit } = common
  const { dataDir } = environment
  return createHub({
    ...common,
    dataDir,
    version,
    secrets: createHubSecrets(keyring, dataDir),
    // As the command line takes it, where there is no keyring.
    givenPassword: process.env.MOSTRADOR_HUB_PASSWORD || null,
    isSelling: () => selling.isSelling(),
    places: () => placesOf(connection.state().profiles, writtenBusiness(settings)),
    keepBeside: (beside) => keepBusiness(settings, beside),
    onShared({ kinds }) {
      // First who may be here: nothing that fails below keeps in who left.
      if (kinds.has('person')) people.heard()
      const profileId = connection.state().activeId ?? ''
      const reader = journal.read()
      if (reader && (kinds.has('direction') || kinds.has('nature'))) {
        emit('products.changed', reader.productSettings.all(profileId))
        emit('catalog.changed', {})
      }
      if (reader && kinds.has('payee')) emit('products.payeesChanged', reader.payees.all(profileId))
    },
    cashier: here.cashier,
    note: (action, said) => people.note(action, said),
  })
}
