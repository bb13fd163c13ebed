import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import { alone, namedRegister } from './administer.ts'
import type { HubConnection } from './connect.ts'

const accountRow = z.object({ account: z.string() })
const idRow = z.object({ id: z.int() })

/**
 * What a register says that its accounts are is so by the owner's word: it may have what the others of each got of the service's
 * list. Answers those that were not so before. @throws Failure HUB_NO_REGISTER
 */
export function confirmAccounts(hub: HubConnection, name: string): Promise<string[]> {
  return hub.transaction(async () => {
    await alone(hub)
    const [register] = await hub.rows(idRow, `select id from hub.register where ${namedRegister}`, [
      name,
    ])
    if (!register) throw new Failure('HUB_NO_REGISTER', { name })
    const rows = await hub.rows(
      accountRow,
      `insert into hub.confirmed_account (register_id, account)
       select distinct register_id, account from hub.account_alias where register_id = $1 order by 2
       on conflict do nothing returning account`,
      [register.id],
    )
    return rows.map(({ account }) => account)
  })
}
