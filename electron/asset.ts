import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Asset } from './host/host.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const notFound: Asset = { status: 404, contentType: 'text/plain', body: new Uint8Array() }
const failed: Asset = { ...notFound, status: 500 }
const mediaPrefix = '/media/'
const imageType = /^image\/(png|jpeg|gif|webp|svg\+xml|x-icon|avif)$/

/**
 * What the window's own origin answers: the renderer's built files, and pictures under /media/. It never
 * rejects: a picture that fails is told to `onProblem`, and the page sees 500.
 */
export function createAsset(
  rendererDir: string,
  media: (path: string) => Promise<Asset>,
  onProblem: (caught: unknown) => void,
): (path: string) => Promise<Asset> {
  return async (path) => {
    if (path.startsWith(mediaPrefix)) return drawn(path, media, onProblem)
    const plain = decode(path)
    return plain === null ? notFound : file(rendererDir, plain === '/' ? '/index.html' : plain)
  }
}

async function drawn(
  path: string,
  media: (path: string) => Promise<Asset>,
  onProblem: (caught: unknown) => void,
): Promise<Asset> {
  try {
    return picture(await media(path))
  } catch (caught) {
    onProblem(caught)
    return failed
  }
}

/** The service's pictures are drawn, never run: what is not an image type is not answered. */
function picture(found: Asset): Asset {
  return found.status !== 200 || imageType.test(found.contentType) ? found : notFound
}

async function file(rendererDir: string, path: string): Promise<Asset> {
  const contentType = contentTypes[extname(path)]
  const full = normalize(join(rendererDir, path))
  if (!contentType || !full.startsWith(normalize(rendererDir) + sep)) return notFound
  try {
    return { status: 200, contentType, body: await readFile(full) }
  } catch {
    // The page sees 404 and its own error handling says which file.
    return notFound
  }
}

function decode(path: string): string | null {
  try {
    const plain = decodeURIComponent(path)
    return plain.includes('\0') ? null : plain
  } catch {
    // A malformed escape names no file.
    return null
  }
}
