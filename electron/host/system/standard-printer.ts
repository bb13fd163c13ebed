import { createCups } from './cups.ts'
import { systemOutput } from './system-output.ts'

const registryKey = 'HKCU\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Windows'

/** The name of the system's own printer, or null where it has none or does not say. */
export async function standardPrinter(): Promise<string | null> {
  if (process.platform !== 'win32') return createCups().standard()
  return printerFromRegistry(await systemOutput('reg.exe', ['query', registryKey, '/v', 'Device']))
}

/** The printer in `reg query` of Windows' own setting, "name,driver,port", or null. */
export function printerFromRegistry(text: string): string | null {
  return /Device\s+REG_SZ\s+([^,\r\n]+),/.exec(text)?.[1] ?? null
}
