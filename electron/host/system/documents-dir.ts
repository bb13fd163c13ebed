import { stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const names = ['Documents', 'Documentos']

/** The folder to offer first when saving: the person's documents where there are any, else their home. */
export async function documentsDir(home = homedir()): Promise<string> {
  for (const name of names) {
    const folder = join(home, name)
    const found = await stat(folder).catch(() => null)
    if (found?.isDirectory()) return folder
  }
  return home
}
