import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Host } from '../../host/host.ts'
import { saveText } from '../../store/save-file.ts'
import { checkTarget } from './target.ts'

/** The files of this session: what a person agreed to write, and only that may be written or opened. */
export interface ApprovedFiles {
  /** @throws Failure FILE_NOT_ALLOWED for a path that no one chose in this session. */
  mustBeApproved(path: string): void
}

/** Where to save, and opening what was saved. */
export function createFiles(host: Pick<Host, 'chooseSave' | 'openPath' | 'showInFolder'>): {
  handlers: Handlers<CallsOf<'files'>>
  approved: ApprovedFiles
} {
  const paths = new Set<string>()
  // Only where the page has to ask may it name a folder by itself: elsewhere the system's dialog does.
  let mayApprove = false
  const approved: ApprovedFiles = {
    mustBeApproved(path) {
      if (!paths.has(path)) throw new Failure('FILE_NOT_ALLOWED')
    },
  }
  return {
    approved,
    handlers: {
      async 'files.chooseSave'({ suggestedName }) {
        const target = await host.chooseSave(suggestedName)
        mayApprove = target.kind === 'ask'
        if (target.kind === 'chosen') paths.add(target.path)
        return target
      },
      async 'files.approve'({ folder, name }) {
        if (!mayApprove) throw new Failure('FILE_NOT_ALLOWED')
        const target = await checkTarget(folder, name)
        paths.add(target.path)
        return target
      },
      async 'files.saveText'({ path, text }) {
        approved.mustBeApproved(path)
        await saveText(path, text)
        return {}
      },
      async 'files.open'({ path, what }) {
        approved.mustBeApproved(path)
        await (what === 'file' ? host.openPath(path) : host.showInFolder(path))
        return {}
      },
    },
  }
}
