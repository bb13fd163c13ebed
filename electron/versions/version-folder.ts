import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonOrNull } from '../../shared/domain/text/json.ts'
import { unlessFailed } from '../store/sqlite/sqlite-errors.ts'
import { compareVersions, versionSchema } from './version-name.ts'

/** What a version's folder says of itself, in `mostrador.json`. */
export const manifestSchema = z.object({
  version: versionSchema,
  /** The oldest major of Node that runs it. */
  node: z.int().positive(),
  /** Its newest migration of the journal. */
  journal: z.string(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The list of what a fetched version's folder holds, written last of all; one that an installer left has none. */
export const fileList = 'files.json'
const fileListSchema = z.record(z.string(), z.object({ bytes: z.int().nonnegative() }))
export type FileList = z.infer<typeof fileListSchema>

/** A version that stands on this computer and lacks nothing. */
export interface Version extends Manifest {
  folder: string
  /** It came with the installer, which alone takes it away. */
  isInstalled: boolean
}

/**
 * Reads a version's folder; null: it is not whole, or names another version than its folder. One that was fetched and
 * lost its list is not whole, as nobody knows what else it lost.
 */
export function readVersion(folder: string, name: string, isInstalled: boolean): Manifest | null {
  const manifest = readJson(join(folder, 'mostrador.json'), manifestSchema)
  if (manifest?.version !== name || !existsSync(join(folder, 'main.js'))) return null
  if (isInstalled && !existsSync(join(folder, fileList))) return manifest
  const files = readJson(join(folder, fileList), fileListSchema)
  return files && holdsAll(folder, files) ? manifest : null
}

function holdsAll(folder: string, files: FileList): boolean {
  return Object.entries(files).every(([path, { bytes }]) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found?.isFile() === true && found.size === bytes
  })
}

/** The whole versions in a folder of versions that this Node can run, newest first; of one that is not to be read, none. */
export function versionsIn(versions: string, isInstalled: boolean): Version[] {
  const major = Number(process.versions.node.split('.')[0])
  return (unlessFailed(() => readdirSync(versions)) ?? [])
    .filter((name) => versionSchema.safeParse(name).success)
    .flatMap((name): Version[] => {
      const folder = join(versions, name)
      const manifest = readVersion(folder, name, isInstalled)
      if (!manifest || manifest.node > major) return []
      return [{ ...manifest, folder, isInstalled }]
    })
    .sort((one, other) => compareVersions(other.version, one.version))
}

function readJson<S extends z.ZodType>(path: string, schema: S): z.output<S> | null {
  try {
    return schema.safeParse(jsonOrNull(readFileSync(path, 'utf8'))).data ?? null
  } catch {
    // Not there, or not to be read: either way it says nothing.
    return null
  }
}
