import { identityToRecipient } from 'age-encryption'
import { toAppError } from '../../../shared/errors.ts'
import { copyRequestSchema, type CopyRequest, type CopyTold } from './copy-request.ts'
import { newKey, readKey } from './key.ts'
import { beginPlace, makeCopy } from './make-copy.ts'
import { findCopies, stageRestore } from './stage-restore.ts'

type Tell = (told: CopyTold) => void

/** How often it is told that it goes on (ms). */
const toldEvery = 500

function work(request: CopyRequest, goesOn: () => void, atHome: () => void): unknown {
  if (request.do === 'newKey') return newKey(request.language)
  if (request.do === 'begin') {
    const { folder, recipient, holder, takes } = request
    return beginPlace(folder, recipient, holder, takes)
  }
  if (request.do === 'find') return findCopies(request.path)
  if (request.do === 'restore') return restore(request, goesOn, atHome)
  return makeCopy(request.order, goesOn)
}

async function restore(
  { key, ...order }: Extract<CopyRequest, { do: 'restore' }>,
  goesOn: () => void,
  atHome: () => void,
): Promise<unknown> {
  const identity = readKey(key)
  const recipient = await identityToRecipient(identity)
  return stageRestore({ ...order, identity, recipient }, goesOn, atHome)
}

/** Does what is asked, and tells that it goes on, then what it came to. */
export async function answerCopier(message: unknown, tell: Tell): Promise<void> {
  let toldAt = -Infinity
  const goesOn = () => {
    const now = performance.now()
    if (now - toldAt < toldEvery) return
    toldAt = now
    tell({ kind: 'goesOn' })
  }
  const atHome = () => {
    toldAt = -Infinity
    tell({ kind: 'atHome' })
  }
  // It runs: from here on silence is a disk's.
  goesOn()
  try {
    const answer = await work(copyRequestSchema.parse(message), goesOn, atHome)
    tell({ kind: 'done', answer: answer ?? null })
  } catch (caught) {
    tell({ kind: 'failed', error: toAppError(caught) })
  }
}
