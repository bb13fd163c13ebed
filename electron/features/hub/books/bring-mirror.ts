import { claimMirror, type MirrorPlace } from '../../../store/hub/mirror.ts'
import { fillFromHub, type FilledMirror, type MirrorWish } from './fill-mirror.ts'

/** What was read, as a folder whose journal is all registers'; whoever asked drops it. */
export type BroughtMirror = FilledMirror & MirrorPlace

const unheard = { progress: () => undefined, check: () => undefined }

/** Reads what registers sent of some days into a mirror in a data folder, here and now: for a program that does nothing else. Errors as fillFromHub. */
export async function bringMirror(dataDir: string, wish: MirrorWish): Promise<BroughtMirror> {
  const place = claimMirror(dataDir)
  try {
    return { ...place, ...(await fillFromHub(place.folder, wish, unheard)) }
  } catch (caught) {
    place.drop()
    throw caught
  }
}
