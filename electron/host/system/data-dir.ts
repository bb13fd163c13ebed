import { posix, win32 } from 'node:path'

/**
 * The data folder when none is named: the same for the window and the command line. MOSTRADOR_DATA
 * overrides it.
 */
export function defaultDataDir(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (env.MOSTRADOR_DATA) return env.MOSTRADOR_DATA
  if (platform === 'win32') {
    return win32.join(env.APPDATA ?? win32.join(home, 'AppData', 'Roaming'), 'Mostrador')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Mostrador')
  return posix.join(env.XDG_DATA_HOME || posix.join(home, '.local', 'share'), 'mostrador')
}
