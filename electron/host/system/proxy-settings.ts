/** The https proxy in `reg query` of Windows' Internet Settings, or null when it is off. */
export function proxyFromRegistry(text: string): string | null {
  if (!/ProxyEnable\s+REG_DWORD\s+0x1\b/.test(text)) return null
  const server = /ProxyServer\s+REG_SZ\s+(\S+)/.exec(text)?.[1]
  if (!server) return null
  // Either one address for all, or "http=a:1;https=b:2".
  const perScheme = new Map(
    server.split(';').map((entry) => {
      const [scheme = '', address] = entry.split('=')
      return address ? ([scheme, address] as const) : (['', scheme] as const)
    }),
  )
  return asUrl(perScheme.get('https') ?? perScheme.get(''))
}

/** The https proxy in `scutil --proxy` of macOS, or null when it is off. */
export function proxyFromMac(text: string): string | null {
  const value = (name: string) => new RegExp(`\\b${name} : (\\S+)`).exec(text)?.[1]
  if (value('HTTPSEnable') !== '1') return null
  const host = value('HTTPSProxy')
  return host ? asUrl(`${host}:${value('HTTPSPort') ?? '8080'}`) : null
}

function asUrl(address: string | undefined): string | null {
  if (!address) return null
  return address.includes('://') ? address : `http://${address}`
}
