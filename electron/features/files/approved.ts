import { Failure } from '../../../shared/errors.ts'
import { leadsElsewhere } from './target.ts'

/** What each person agreed to write in this session, and only that may be written or opened. `who`: a person's id. */
export type ApprovedFiles = ReturnType<typeof createApprovedFiles>

/** Nothing is agreed to yet. */
export function createApprovedFiles() {
  /** By path, who agreed to it. */
  const paths = new Map<string, string | null>()
  return {
    approve: (path: string, who: string | null): void => void paths.set(path, who),
    /** @throws Failure FILE_NOT_ALLOWED for a path that `who` did not choose in this session. */
    mustBeApproved(path: string, who: string | null) {
      if (paths.get(path) !== who || leadsElsewhere(path)) throw new Failure('FILE_NOT_ALLOWED')
    },
  }
}
