import { mayOpen } from '../../bridge/page-rights.ts'
import type { Right } from '../../../shared/domain/people/rights.ts'
import { shortcuts, type Shortcut, type ShortcutId } from '../../keyboard/keys.ts'

type Listed = Shortcut & { id: ShortcutId }
const all: readonly Listed[] = shortcuts

/** Every key that does something for who is here. */
export function listedKeys(may: (right: Right) => boolean): Listed[] {
  return all.filter(
    ({ right, page }) =>
      (right === undefined || may(right)) && (page === undefined || mayOpen(page, may)),
  )
}
