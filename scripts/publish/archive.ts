import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

/** A folder as one archive: the same files give the same bytes, whoever packs them and whenever. */
export async function packFolder(
  folder: string,
): Promise<{ archive: Buffer; unpackedBytes: number }> {
  const names = filesOf(folder)
  const entries = names.map((name) => {
    const body = readFileSync(join(folder, name))
    const owner = { uid: 0, gid: 0, uname: '', gname: '' }
    const header = {
      name,
      size: body.length,
      type: 'file',
      mode: 0o644,
      mtime: new Date(0),
    } as const
    return { header: { ...header, ...owner }, body }
  })
  const archive = gzipSync(await packTar(entries), { level: 9 })
  return { archive, unpackedBytes: entries.reduce((sum, { body }) => sum + body.length, 0) }
}

/** Its files by their paths, with slashes; a link has no place in a version. */
function filesOf(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below))
    .sort()
    .flatMap((name) => {
      const path = below === '' ? name : `${below}/${name}`
      const found = lstatSync(join(folder, path))
      if (found.isDirectory()) return filesOf(folder, path)
      if (!found.isFile()) throw new Error(`${path}: neither a file nor a folder`)
      return [path]
    })
}
