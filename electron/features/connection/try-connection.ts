import type { CallOutput } from '../../../shared/contract/index.ts'
import type { Profile } from '../../../shared/contract/connection.ts'
import { appError, toAppError, type AppError } from '../../../shared/errors.ts'
import { createMerchantService, type ServiceOptions } from '../../service/client.ts'

const foreign = new Set<unknown>(['http', 'JSON', 'getBusiness', 'getBusiness.Business'])

/** While an address is being set up, an answer of another kind means another kind of server. */
function whileSettingUp(error: AppError): AppError {
  const strange =
    error.code === 'ANSWER_NOT_JSON' ||
    (error.code === 'ANSWER_UNREADABLE' && foreign.has(error.params?.['where']))
  return strange ? appError('NOT_THIS_SERVICE') : error
}

/** Asks a service for the business with these settings and says what is wrong; stores nothing. */
export async function tryConnection(
  profile: Profile,
  token: string | null,
  options: Pick<ServiceOptions, 'proxyFor' | 'timeouts'>,
): Promise<CallOutput<'connection.test'>> {
  try {
    const service = createMerchantService({ ...options, profile, token: () => token })
    try {
      return { ok: true, ...(await service.getBusiness()) }
    } finally {
      await service.close()
    }
  } catch (caught) {
    return { ok: false, error: whileSettingUp(toAppError(caught)) }
  }
}
