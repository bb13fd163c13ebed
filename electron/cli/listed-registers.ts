import type { MissingThing } from '../../shared/contract/upkeep/hub.ts'
import { formatDateTime } from '../../shared/domain/time/dates.ts'
import { accountsOf } from '../features/hub/books/account.ts'
import type { ListedRegister } from '../hub/administer.ts'
import { table, type Output } from './output.ts'

const columns = ['code', 'name', 'state', 'sales', 'seen', 'complete', 'version'] as const

/** What `hub status --url` says of all registers: a line each below its head, then what is missing of them and what is to be confirmed. */
export function registersSaid(
  registers: readonly ListedRegister[],
  { say, language }: Pick<Output, 'say' | 'language'>,
): string[] {
  if (registers.length === 0) return [say('cli.hub.noRegisters')]
  const time = (at: number | null) => (at === null ? '—' : formatDateTime(at, language))
  const rows = registers.map(({ code, name, state, seenAt, completeUntil, version, sales }) => [
    ...[code, name, say(`cli.hub.state.${state}`), String(sales)],
    ...[time(seenAt), time(completeUntil), version ?? '—'],
  ])
  const lines = registers.flatMap(({ code: register, name, missing, unconfirmed, toErase }) => [
    ...missing.map((one) => say('cli.hub.missingOf', { register, name, thing: saidOf(one) })),
    ...accountsOf(unconfirmed).map(({ name: account, baseUrl }) =>
      say('cli.hub.unconfirmed', { register, name, account, baseUrl }),
    ),
    ...(toErase ? [say('cli.hub.toErase', { register, name })] : []),
  ])
  return [...table([columns.map((one) => say(`cli.hub.column.${one}`)), ...rows]), ...lines]
}

const saidOf = ({ thing, refused }: MissingThing) => `${thing} ${refused ?? ''}`.trim()
