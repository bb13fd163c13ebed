import type { CommonDeps } from '../deps.ts'
import { createHub, type Hub } from '../features/hub/hub.ts'
import { createHubSecrets } from '../features/hub/secrets.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import type { Keyring } from '../host/host.ts'
import { version } from '../version.ts'
import type { FeaturesDeps } from './common.ts'
import type { AtRegister } from './people.ts'
import type { WiredSelling } from './selling.ts'

/** One of several registers: what it sold is sent behind. */
export function wireHub(
  { environment }: FeaturesDeps,
  common: CommonDeps,
  parts: { keyring: Keyring; here: AtRegister; people: PeopleFeature; selling: WiredSelling },
): Hub {
  const { keyring, here, people, selling } = parts
  const { dataDir } = environment
  return createHub({
    ...common,
    dataDir,
    version,
    secrets: createHubSecrets(keyring, dataDir),
    // As the command line takes it, where there is no keyring.
    givenPassword: process.env.MOSTRADOR_HUB_PASSWORD || null,
    isSelling: () => selling.isSelling(),
    cashier: here.cashier,
    note: (action, said) => people.note(action, said),
  })
}
