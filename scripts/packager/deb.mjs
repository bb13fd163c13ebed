import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { house, run, windowFlags } from '../house.mjs'
import { packageOf } from './bill.mjs'
import { dateAll, packedAt, putInstalled } from './installed.mjs'

const lib = 'usr/lib/mostrador'
const own = packageOf(house)

/** Where the data are is no secret of the program: whoever removes it is told. */
const kept =
  'Mostrador: las ventas y los ajustes de cada usuario siguen en ~/.local/share/mostrador (no se borran). En ~/.local/share/Mostrador quedan solo versiones que llegaron después: bórrela si quiere.'

const starter = `#!/bin/sh
exec /${lib}/node ${windowFlags.join(' ')} /${lib}/launch.mjs "$@"
`

const entry = `[Desktop Entry]
Type=Application
Name=Mostrador
GenericName=Caja
GenericName[en]=Register
Comment=Caja para tiendas que revenden productos digitales
Comment[en]=Register for shops that resell digital products
Exec=/usr/bin/mostrador
Icon=mostrador
Terminal=false
Categories=Office;Finance;
`

const removed = `#!/bin/sh
set -e
case "$1" in remove | purge) echo '${kept}' ;; esac
`

/** Every package named is one that Node itself is linked with; a browser is the window. */
const control = (
  /** @type {string} */ version,
  /** @type {number} */ kilobytes,
) => `Package: mostrador
Version: ${version}
Architecture: amd64
Maintainer: Mostrador <soporte@mostrador.invalid>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 8)
Recommends: chromium | google-chrome-stable | microsoft-edge-stable | chromium-browser
Suggests: gnome-keyring
Section: office
Priority: optional
Homepage: ${own.homepage}
Description: La caja de quien revende productos digitales
 ${own.description}
`

/**
 * Makes mostrador_VERSION_amd64.deb of the app's folder; the same files give the same bytes.
 * @param {{ app: string, version: string, output: string, folder: string, quick: boolean }} of
 * @returns {Promise<string>} its path
 */
export async function makeDeb({ app, version, output, folder, quick }) {
  /** @param {string} path @param {string} text */
  const put = (path, text, mode = 0o644) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, mode)
  }
  /** @param {string} from @param {string} path */
  const copy = (from, path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(from, join(folder, path))
  }
  putInstalled(join(folder, lib), { app, version })
  copy(join(house, 'node_modules', 'node', 'bin', 'node'), `${lib}/node`)
  put('usr/bin/mostrador', starter, 0o755)
  put('usr/share/applications/mostrador.desktop', entry)
  copy(join(house, 'build', 'icon.svg'), 'usr/share/icons/hicolor/scalable/apps/mostrador.svg')
  copy(join(house, 'build', 'icon.png'), 'usr/share/icons/hicolor/512x512/apps/mostrador.png')
  copy(join(app, 'LICENCES.txt'), 'usr/share/doc/mostrador/copyright')
  const files = globSync('usr/**', { cwd: folder, withFileTypes: true })
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    const isProgram = /\/(bin\/mostrador|lib\/mostrador\/node)$/.test(path)
    chmodSync(path, file.isDirectory() || isProgram ? 0o755 : 0o644)
  }
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  put('DEBIAN/control', control(version, Math.ceil(bytes / 1024)))
  put('DEBIAN/postrm', removed, 0o755)
  put(
    'DEBIAN/md5sums',
    paths
      .sort()
      .map((path) => sumLine(folder, path))
      .join(''),
  )
  dateAll(folder)
  const file = join(output, `mostrador_${version}_amd64.deb`)
  const packing = quick ? ['-Znone'] : ['-Zxz', '-z9']
  const env = { SOURCE_DATE_EPOCH: String(packedAt) }
  const options = ['--build', '--root-owner-group', ...packing, folder, file]
  if ((await run('dpkg-deb', options, { env })) !== 0) throw new Error('dpkg-deb falló.')
  return file
}

/** dpkg --verify reads these; they are no proof of where a file comes from. */
const sumLine = (/** @type {string} */ folder, /** @type {string} */ path) =>
  `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${path.slice(folder.length + 1)}\n`
