import { execFile } from 'node:child_process'
import { environmentProxy, type ProxyFor } from '../service/proxy.ts'
import { proxyFromMac, proxyFromRegistry } from './proxy-settings.ts'

const registryKey = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

/**
 * The proxy of this computer: what the environment names, else the system's own setting (Windows' registry,
 * macOS' network settings). Asked once a minute at most.
 */
export function systemProxy(): ProxyFor {
  const fromEnvironment = environmentProxy(process.env)
  let asked = { at: -Infinity, proxy: Promise.resolve<string | null>(null) }
  return async (url) => {
    const named = await fromEnvironment(url)
    if (named || new URL(url).protocol !== 'https:') return named
    if (Date.now() - asked.at > 60_000) asked = { at: Date.now(), proxy: readSystem() }
    return asked.proxy
  }
}

async function readSystem(): Promise<string | null> {
  if (process.platform === 'win32') {
    return proxyFromRegistry(await output('reg.exe', ['query', registryKey]))
  }
  if (process.platform === 'darwin') return proxyFromMac(await output('scutil', ['--proxy']))
  return null
}

/** A system program's output; none when it fails: then there is no setting to honour. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout),
    )
  })
}
