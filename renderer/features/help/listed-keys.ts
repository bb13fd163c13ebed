import { mayOpen } from '../../bridge/page-rights.ts'
import type { Right } from '../../../shared/domain/people/rights.ts'
import { shortcuts, type Shortcut, type ShortcutId } from '../../keyboard/keys.ts'

type Listed = Shortcut & { id: ShortcutId }
const all: readonly Listed[] = shortcuts
/** They lead to the page of all registers. */
const ofReading: readonly ShortcutId[] = ['branches', 'hubSee']

/** Every key that does something for who is here; `readsAll`: this computer may look at all registers. */
export function listedKeys(may: (right: Right) => boolean, readsAll: boolean): Listed[] {
  return all.filter(
    ({ id, place, right, page }) =>
      (right === undefined || may(right)) &&
      (page === undefined || mayOpen(page, may)) &&
      (readsAll || (place !== 'branches' && !ofReading.includes(id))),
  )
}
