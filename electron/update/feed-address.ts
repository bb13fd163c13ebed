import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseServiceAddress } from '../service/transport/address.ts'

/** Where a feed is: the folder of its files as a URL that ends in a slash. */
export type FeedAddress = { kind: 'web' | 'folder'; url: string }

/**
 * Reads where updates come from: https (http for this computer alone), or the path of a folder, such as a USB stick.
 * @throws Failure URL_INVALID, URL_INSECURE
 */
export function parseFeedAddress(text: string): FeedAddress {
  const trimmed = text.trim()
  if (isAbsolute(trimmed)) return { kind: 'folder', url: `${pathToFileURL(trimmed).href}/` }
  const { origin, basePath } = parseServiceAddress(trimmed)
  return { kind: 'web', url: `${origin}${basePath}/` }
}
