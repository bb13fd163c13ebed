import { success } from '../http/envelope.ts'
import { units } from '../money.ts'
import type { Service } from '../service.ts'

/** Balance and profits (contract, endpoint 1). */
export function answerGetBusiness(service: Service) {
  const { balance, profits } = service.ledger.business()
  return success({ Business: { balance: units(balance), profits: units(profits) } }, 'web')
}
