import { dirname, join, posix, win32 } from 'node:path'

/** Where versions of the program stand: those that an installer left, and those that were fetched for this person. */
export interface VersionPlaces {
  installed: string
  fetched: string
}

/** What tells a program which launcher started it: the folder of what was installed. */
export const installVariable = 'MOSTRADOR_INSTALL'

/** The places of a program that was installed into a folder. */
export function versionPlaces(
  install: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): VersionPlaces {
  return { installed: join(install, 'versions'), fetched: fetchedFolder(platform, env, home) }
}

function fetchedFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32') {
    const local = env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local')
    return win32.join(local, 'Mostrador', 'versions')
  }
  return posix.join(
    env.XDG_DATA_HOME || posix.join(home, '.local', 'share'),
    'Mostrador',
    'versions',
  )
}

/** Where what is known of the feed is kept, and what is being fetched: beside the versions, on the same disk. */
export const feedFolder = ({ fetched }: VersionPlaces): string => join(dirname(fetched), 'feed')
