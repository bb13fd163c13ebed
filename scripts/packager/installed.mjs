import { copyFileSync, cpSync, globSync, lutimesSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Puts what is installed into a folder, but for its Node: the launcher and the version that comes with it. */
export function putInstalled(/** @type {string} */ folder, { app, version }) {
  mkdirSync(folder, { recursive: true })
  copyFileSync(fileURLToPath(new URL('./launch.mjs', import.meta.url)), join(folder, 'launch.mjs'))
  cpSync(app, join(folder, 'versions', version), { recursive: true })
}

/** The moment that packed files bear, in seconds since 1970: else each packing would give other bytes. */
export const packedAt = Number(process.env['SOURCE_DATE_EPOCH'] ?? '0')

/** Gives everything below a folder that moment. */
export function dateAll(/** @type {string} */ folder) {
  for (const file of globSync('**', { cwd: folder, withFileTypes: true })) {
    lutimesSync(join(file.parentPath, file.name), packedAt, packedAt)
  }
}
