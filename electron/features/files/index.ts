import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Host } from '../../host/host.ts'
import { saveText } from './save-text.ts'
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
        if (target.kind === 'chosen') paths.add(target.path)
        return target
      },
      async 'files.approve'({ folder, name }) {
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
