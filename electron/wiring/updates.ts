import type { CommonDeps } from '../deps.ts'
import type { Connection } from '../features/connection/connection.ts'
import type { PeopleFeature } from '../features/people/people.ts'
import { createUpdates, type Updates } from '../features/updates/updates.ts'
import { Failure } from '../../shared/errors.ts'
import { version } from '../version.ts'
import type { FeaturesDeps } from './common.ts'
import type { WiredSelling } from './selling.ts'

/** Updates of a program that its own launcher started; of any other they only say that they are not its own to make. */
export function wireUpdates(
  { environment, updates }: FeaturesDeps,
  { journal, settings, emit, now, onProblem }: CommonDeps,
  parts: { connection: Connection; people: PeopleFeature; selling: WiredSelling },
): Updates {
  const { connection, people, selling } = parts
  return createUpdates({
    launch: updates?.launch ?? null,
    fork:
      updates?.fork ??
      (() => {
        throw new Failure('FEED_NOT_FOUND')
      }),
    store: settings,
    dataDir: environment.dataDir,
    version,
    proxyFor: environment.proxyFor,
    clockSkewMs: () => connection.state().clockSkewMs,
    isWriter: journal.isWriter,
    isSelling: () => selling.isSelling(),
    emit,
    now,
    note: (action, subject) => people.note(action, { subject }, null),
    onProblem,
  })
}
