import { Failure } from '../../../shared/errors.ts'
import { leadsElsewhere } from './target.ts'

/** What each person agreed to write in this session, and only that may be written or opened. `who`: a person's id. */
export interface ApprovedFiles {
  approve(path: string, who: string | null): void
  /** @throws Failure FILE_NOT_ALLOWED for a path that `who` did not choose in this session. */
  mustBeApproved(path: string, who: string | null): void
}

/** Nothing is agreed to yet. */
export function createApprovedFiles(): ApprovedFiles {
  /** By path, who agreed to it. */
  const paths = new Map<string, string | null>()
  return {
    approve: (path, who) => void paths.set(path, who),
    mustBeApproved(path, who) {
      if (paths.get(path) !== who || leadsElsewhere(path)) throw new Failure('FILE_NOT_ALLOWED')
    },
  }
}
