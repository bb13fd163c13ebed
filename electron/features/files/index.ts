import { basename, dirname, extname } from 'node:path'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Host } from '../../host/host.ts'
import { saveText } from '../../store/files/save-file.ts'
import type { ApprovedFiles } from './approved.ts'
import { checkTarget, withEnding, type SaveRoots } from './target.ts'

/** Where to save, and opening what was saved. `who`: the id of who is at the register, if anyone signed in. */
export function createFiles(deps: {
  host: Pick<Host, 'chooseSave' | 'openPath' | 'showInFolder'>
  who: () => string | null
  approved: ApprovedFiles
  roots: SaveRoots
}): { handlers: Handlers<CallsOf<'files'>> } {
  const { host, who, approved, roots } = deps
  // Only where the page has to ask may it name a folder by itself: elsewhere the system's dialog does.
  let mayApprove = false

  /** What was chosen in the system's dialog, which asks by itself before it replaces a file. */
  async function checkChosen(chosen: string, suggestedName: string): Promise<string> {
    const whole = withEnding(chosen, suggestedName)
    const name = basename(whole)
    const { path, exists } = await checkTarget(roots, dirname(whole), name, 'chosen')
    if (exists && whole !== chosen) throw new Failure('FILE_NAME_INVALID', { file: name })
    return path
  }

  return {
    handlers: {
      async 'files.chooseSave'({ suggestedName }) {
        const asker = who()
        const target = await host.chooseSave(suggestedName)
        mayApprove = target.kind === 'ask'
        if (target.kind !== 'chosen') return target
        const path = await checkChosen(target.path, suggestedName)
        approved.approve(path, asker)
        return { kind: 'chosen', path }
      },
      async 'files.approve'({ folder, name }) {
        if (!mayApprove) throw new Failure('FILE_NOT_ALLOWED')
        const asker = who()
        const target = await checkTarget(roots, folder, name)
        approved.approve(target.path, asker)
        return target
      },
      async 'files.saveText'({ path, text }) {
        approved.mustBeApproved(path, who())
        if (extname(path).toLowerCase() !== '.txt') {
          throw new Failure('FILE_NAME_INVALID', { file: basename(path) })
        }
        await saveText(path, text)
        return {}
      },
      async 'files.open'({ path, what }) {
        approved.mustBeApproved(path, who())
        await (what === 'file' ? host.openPath(path) : host.showInFolder(path))
        return {}
      },
    },
  }
}
