import { constants, setPriority } from 'node:os'
import { Failure, toAppError } from '../../shared/errors.ts'
import { onceAsked } from '../async/answer-once.ts'
import { wholeVersions } from '../versions/current.ts'
import { copyWhileOpen, noteProven, prove } from '../versions/prove.ts'
import { fetchVersion, readOffers } from './feed.ts'
import type { Offers } from './offers.ts'
import { updateRequestSchema, type UpdateRequest, type UpdateTold } from './update-request.ts'

/** How often it is told how far it is, in milliseconds. */
const toldEvery = 200

type Tell = (told: UpdateTold) => void

/** A program of its own: asks the feed, brings a version, or lets one prove itself. Everything else goes first. */
async function work(request: UpdateRequest, tell: Tell): Promise<Offers | null> {
  setPriority(constants.priority.PRIORITY_LOW)
  switch (request.kind) {
    case 'look':
      return readOffers(request)
    case 'fetch': {
      let toldAt = 0
      const progress = (bytes: number): void => {
        if (performance.now() - toldAt < toldEvery) return
        toldAt = performance.now()
        tell({ kind: 'progress', bytes })
      }
      await fetchVersion({ ...request, progress }, request.version)
      return null
    }
    case 'prove':
      await proved(request)
      return null
  }
}

async function proved({
  places,
  version: name,
  dataDir,
}: Extract<UpdateRequest, { kind: 'prove' }>): Promise<void> {
  const version = wholeVersions(places).find((one) => one.version === name)
  if (!version) throw new Failure('VERSION_NOT_FOUND', { version: name })
  const why = await prove(version, dataDir, copyWhileOpen)
  if (why !== null) {
    throw new Failure('VERSION_UNPROVEN', { version: name, reason: why.slice(0, 300) })
  }
  noteProven(dataDir, name)
}

onceAsked((message, tell) => {
  work(updateRequestSchema.parse(message), tell).then(
    (offers) => tell({ kind: 'done', offers } satisfies UpdateTold),
    (caught: unknown) => tell({ kind: 'failed', error: toAppError(caught) } satisfies UpdateTold),
  )
})
