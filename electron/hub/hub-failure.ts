import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'

/** What the driver throws: of the server's own errors `severity` tells, which nothing else has. */
const thrownSchema = z.object({
  code: z.string().default(''),
  message: z.string(),
  severity: z.string().optional(),
  /** Where in the server's source it arose: the same in every language. */
  routine: z.string().optional(),
})

/** What errors of PostgreSQL, and of our functions, are called here. */
const named = {
  HB001: 'HUB_FORKED',
  HB002: 'HUB_RETIRED',
  HB003: 'HUB_CODE_USED',
  HB004: 'HUB_NOT_JOINED',
  HB005: 'HUB_NO_BOOKS',
  HB006: 'HUB_MAY_NOT_WRITE',
  '28P01': 'HUB_LOGIN_REFUSED',
  '28000': 'HUB_LOGIN_REFUSED',
  '3F000': 'HUB_NOT_PREPARED',
  '42883': 'HUB_NOT_PREPARED',
  '42P01': 'HUB_NOT_PREPARED',
} as const
const codes = new Map<string, (typeof named)[keyof typeof named]>(Object.entries(named))

/**
 * What passes by itself, by the first signs of the code: connections (08), a transaction that lost against another or took too
 * long (40, 55, 25P), no room (53), limits and the server's end (57), its disk (58).
 */
const passing = /^(08|25P|40|53|55|57|58)/

/** What PostgreSQL cannot store as it is: the data (22), its constraints (21, 23), its largest sizes (54). */
const refusing = /^(21|22|23|54)/

const distrust =
  /CERT|SELF_SIGNED|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH|CRL_|TLS|SSL|EPROTO/

/** What went wrong with a hub, out of the closed list. */
export function hubFailure(cause: unknown): Failure {
  if (cause instanceof Failure) return cause
  const said = thrownSchema.safeParse(cause).data
  const reason = said?.message ?? String(cause)
  const { code = '', severity, routine } = said ?? {}
  if (severity === undefined) {
    const isDistrust = distrust.test(code) || /does not support SSL/.test(reason)
    return new Failure(isDistrust ? 'HUB_UNTRUSTED' : 'HUB_UNREACHABLE', { reason }, { cause })
  }
  // The password was right, and the login may not sign in any more: it was retired.
  if (code === '28000' && routine === 'InitializeSessionUserId') {
    return new Failure('HUB_RETIRED', undefined, { cause })
  }
  const known = codes.get(code)
  if (known) return new Failure(known, undefined, { cause })
  // The message may repeat what a customer said.
  if (refusing.test(code)) return new Failure('HUB_REFUSED', { reason: code }, { cause })
  return new Failure(passing.test(code) ? 'HUB_UNREACHABLE' : 'HUB_FAILED', { reason }, { cause })
}
