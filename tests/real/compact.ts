import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createZstdCompress } from 'node:zlib'

const house = fileURLToPath(new URL('../..', import.meta.url))
const program = join(house, 'scripts/packager/compact.mjs')

/** Packs the compact edition as `version`, hardly compressed; answers the path of what was made. */
export async function packCompact(
  kind: 'deb' | 'setup',
  version: string,
  output: string,
  env: Record<string, string> = {},
): Promise<string> {
  const options = ['--quick', '--only', kind, '--version', version, '--output', output]
  await promisify(execFile)(process.execPath, [program, ...options], {
    env: { ...process.env, ...env },
    maxBuffer: 10_000_000,
  })
  const name = kind === 'deb' ? `mostrador_${version}_amd64.deb` : `Mostrador-${version}-setup.exe`
  return join(output, name)
}

/** More than this no package may have, in bytes: the packager refuses one that is published larger (compact.mjs). */
export const mostBytes = 60_000_000

/**
 * More than the bytes that a package, packed quickly, has when it is packed to be published: minutes of xz and LZMA with a
 * window as wide make less of it than this does in seconds.
 */
export async function atMostBytes(file: string): Promise<number> {
  const quickly = createZstdCompress({
    params: {
      [constants.ZSTD_c_compressionLevel]: 3,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 27,
    },
  })
  let bytes = 0
  await pipeline(createReadStream(file), quickly, async (parts: AsyncIterable<Buffer>) => {
    for await (const part of parts) bytes += part.length
  })
  return bytes
}
