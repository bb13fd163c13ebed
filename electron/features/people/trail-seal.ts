import { z } from 'zod'
import type { TrailState } from '../../../shared/contract/people.ts'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { trailMarkSchema } from '../../../shared/domain/people/trail-mark.ts'
import type { AppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { TrailReader } from '../../store/tables/trail.ts'
import { findUnlike, type TrailLook } from './trail-findings.ts'

/** One place outside the journal that holds what was last seen of the trail: the keyring. Each may reject, or wait long. */
export interface TrailSeal {
  read(): Promise<string | null>
  write(text: string): Promise<void>
  /** Whether anything is kept there anyway: nobody is asked to open a keyring for this alone. */
  isUsed(): boolean
}

const sealSchema = trailMarkSchema.extend({
  /** The link of the last line that says the journal came from a copy, as of then. */
  restored: z.string().nullable(),
})
type Seal = z.infer<typeof sealSchema>

/** What one run knows of the keyring. */
export interface Sealing {
  readonly look: TrailLook
  readonly seal: TrailSeal
  readonly onProblem: (error: AppError) => void
  answer: 'none' | 'given' | null
  sealed: Seal | null
  isWriting: boolean
}

/** Whether the keyring holds how far the trail went. */
export function keyringOf({ answer, sealed, seal }: Sealing): TrailState['keyring'] {
  if (answer === null) return 'asked'
  return answer === 'given' && (sealed !== null || seal.isUsed()) ? 'held' : 'none'
}

/** Asks the keyring once, and compares the trail with what it holds. */
export async function askKeyring(sealing: Sealing): Promise<void> {
  let text: string | null
  try {
    text = await sealing.seal.read()
  } catch {
    // No keyring, or one that nobody opens, is an expected state: the page says so.
    sealing.answer = 'none'
    return
  }
  const trail = sealing.look.journal.read()?.trail
  if (!trail) return
  orTold(sealing.onProblem, () => {
    const before = sealSchema.safeParse(jsonOrNull(text ?? '')).data ?? null
    if (before !== null) compareSeal(sealing.look, trail, before)
    // Another's text there counts as none.
    sealing.sealed = before
    sealing.answer = 'given'
  })
}

function compareSeal(look: TrailLook, trail: TrailReader, seen: Seal): void {
  if (seen.lines === 0 || trail.linkAt(seen.lines) === seen.head) return
  const restored = trail.lastRestore()
  // A journal that came from a copy since then says so itself.
  const isNew = restored !== null && restored.head !== seen.restored
  if (isNew && restored.lines <= seen.lines) return
  findUnlike(look, trail, seen.lines, `keyring ${seen.lines}`)
}

/** Tells the keyring how far the trail goes; one at a time, the newest last. */
export async function tellKeyring(sealing: Sealing): Promise<void> {
  const trail = sealing.look.journal.read()?.trail
  if (!trail || keyringOf(sealing) !== 'held' || sealing.isWriting) return
  const next: Seal = { ...trail.head(), restored: trail.lastRestore()?.head ?? null }
  if (next.head === sealing.sealed?.head) return
  sealing.isWriting = true
  try {
    await sealing.seal.write(JSON.stringify(next))
    sealing.sealed = next
  } catch {
    sealing.answer = 'none'
  } finally {
    sealing.isWriting = false
  }
}
