import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/**
 * Trusts what Node brings and what this computer trusts: antivirus programs and company proxies
 * put their own authority into the system's store. Nothing here can switch the check off.
 */
export function createTrust(): () => SecureContext {
  let context: SecureContext | undefined
  return () => {
    context ??= createSecureContext({
      ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
    })
    return context
  }
}
