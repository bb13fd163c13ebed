import { toAppError, type AppError } from '../shared/errors.ts'

/** What work comes to. Where it fails it undoes nothing else: `onProblem` is told why, and the answer is null. */
export function orTold<T>(onProblem: (error: AppError) => void, work: () => T): T | null {
  try {
    return work()
  } catch (caught) {
    onProblem(toAppError(caught))
    return null
  }
}
