import { isOlder } from '../../../shared/domain/time/dates.ts'
import { environmentFirst, type ProxyFor } from '../../service/transport/proxy.ts'
import { proxyFromMac, proxyFromRegistry } from './proxy-settings.ts'
import { systemOutput } from './system-output.ts'

const registryKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

/**
 * The proxy of this computer: what the environment names, else the system's own setting (Windows' registry,
 * macOS' network settings). Asked once a minute at most.
 */
export function systemProxy(): ProxyFor {
  let asked = { at: -Infinity, proxy: Promise.resolve<string | null>(null) }
  return environmentFirst(async () => {
    if (isOlder(asked.at, 60_000, Date.now())) asked = { at: Date.now(), proxy: readSystem() }
    return asked.proxy
  })
}

async function readSystem(): Promise<string | null> {
  if (process.platform === 'win32') {
    return proxyFromRegistry(await systemOutput('reg.exe', ['query', registryKey]))
  }
  if (process.platform === 'darwin') return proxyFromMac(await systemOutput('scutil', ['--proxy']))
  return null
}
