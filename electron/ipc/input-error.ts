import type { ZodError } from 'zod'
import { appError, type AppError } from '../../shared/errors.ts'

/** BAD_INPUT naming the first field that a schema refused; never its value, which may be a secret. */
export function inputError(error: ZodError): AppError {
  const path = error.issues[0]?.path.map(String).join('.')
  return appError('BAD_INPUT', { where: path || 'input' })
}
