import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defaultDataDir } from './host/system/data-dir.ts'
import { pickVersion } from './versions/pick.ts'
import { installVariable, versionPlaces } from './versions/places.ts'

// What an installed Mostrador begins with: the one of the version that its installer left (scripts/packager/launch.mjs)
// picks the version that runs, and becomes it.

const { env, platform } = process
const { [installVariable]: install = import.meta.dirname } = env
const [first = '', ...rest] = process.argv.slice(2)
/** A command, or only which data folder: then it is the window. */
const isWindow =
  first === '' || (first === '--data-dir' && rest.length === 1) || /^--data-dir=/.test(first)

/** `--data-dir DIR` and `--data-dir=DIR`; what else stands there is the version's matter. */
function namedDataDir(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => /^--data-dir(=|$)/.test(arg))
  const [, joined] = /^--data-dir=(.*)$/.exec(args[at] ?? '') ?? []
  return (at === -1 ? '' : (joined ?? args[at + 1])) || null
}

const places = versionPlaces(install, platform, env, homedir())
const picked = await pickVersion({
  places,
  dataDir: namedDataDir([first, ...rest]) ?? defaultDataDir(platform, env, homedir()),
  isWindow,
  say: (text) => void process.stderr.write(`${text}\n`),
})
if (!picked) throw new Error('No hay ninguna versión de Mostrador: instálelo otra vez.')
await import(
  /* @vite-ignore */ pathToFileURL(join(picked.folder, isWindow ? 'main.js' : 'cli.js')).href
)
