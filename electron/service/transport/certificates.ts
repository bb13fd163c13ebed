import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** The authorities that this computer trusts: antivirus programs and proxies put theirs there. */
function systemAuthorities(): string[] {
  try {
    return getCACertificates('system')
  } catch {
    // A runtime that cannot read the system's store still has its own list: never less is checked.
    return []
  }
}

/**
 * Trusts what Node brings and what this computer trusts, read once, at the first secure
 * connection. Nothing here can switch the check off.
 */
export function createTrust(): () => SecureContext {
  let context: SecureContext | undefined
  return () => {
    context ??= createSecureContext({
      ca: [...new Set([...getCACertificates('default'), ...systemAuthorities()])],
    })
    return context
  }
}
