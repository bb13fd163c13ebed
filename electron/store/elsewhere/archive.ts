import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { Failure } from '../../../shared/errors.ts'
import { foreignName } from './holder.ts'

// A copy elsewhere: a tar, gzipped, encrypted by age. So any computer opens it without this program:
// `age -d -i key.txt copy.tar.gz.age | tar xzf -`, and then journal.db is read by sqlite3.

/** A file of a copy; `parts` come to exactly `size` bytes. */
export interface ArchiveFile {
  name: string
  size: number
  parts: () => Iterable<Uint8Array>
}

/** What a copy says of itself, last in it: that it is there proves that nothing was cut off. */
const manifestSchema = z.object({
  /** Of this file's own shape; a later version of the program may write a later one. */
  format: z.int(),
  /** When it was made (epoch ms). */
  at: z.int(),
  shop: foreignName,
  /** The local copy that the journal in it is. */
  backup: z.string(),
  /** Each file's size and SHA-256. */
  files: z.record(z.string(), z.object({ size: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

const manifestName = 'manifest.json'
/** A later one is of a program that this one does not know. */
const knownFormat = 1
/** More than any manifest takes. */
const manifestBytes = 4 * 1024 * 1024
/** More than any copy holds: intents.log goes on in a new file at each megabyte, and the old ones go. */
const mostFiles = 2_000
/** More than the header of any copy takes, which names whom it is encrypted to. */
const headerBytes = 64 * 1024
/** How age's header begins and ends (age-encryption.org/v1). */
const header = /^age-encryption\.org\/v1\n[\s\S]*?\n--- [\w+/]{43}\n/

/**
 * A copy of these files as it is written, encrypted to these recipients. Nothing is held of it but what is on its way.
 * `done` rejects where a file could not be read; whoever reads the bytes hears of it, too.
 */
export async function sealArchive(
  files: readonly ArchiveFile[],
  facts: Pick<Manifest, 'at' | 'shop' | 'backup'>,
  recipients: readonly string[],
): Promise<{ bytes: AsyncIterable<Uint8Array>; done: Promise<unknown> }> {
  const { readable, controller } = createTarPacker()
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  // The quickest: the journal's texts are compressed as they lie.
  const zipped = createGzip({ level: 1 })
  const filled = fill(controller, files, facts)
  const piped = pipeline(Readable.fromWeb(readable), zipped)
  const done = Promise.all([filled, piped])
  // Who reads the bytes meets the same failure.
  done.catch(() => undefined)
  return { bytes: await encrypter.encrypt(Readable.toWeb(zipped)), done }
}

type Packer = ReturnType<typeof createTarPacker>['controller']

async function fill(
  controller: Packer,
  files: readonly ArchiveFile[],
  facts: Pick<Manifest, 'at' | 'shop' | 'backup'>,
): Promise<void> {
  try {
    const known: Manifest['files'] = {}
    for (const file of files) known[file.name] = await addFile(controller, file, facts.at)
    const manifest: Manifest = { format: knownFormat, ...facts, files: known }
    const text = Buffer.from(JSON.stringify(manifest, null, 2))
    await addFile(
      controller,
      { name: manifestName, size: text.length, parts: () => [text] },
      facts.at,
    )
    controller.finalize()
  } catch (caught) {
    controller.error(caught)
    throw caught
  }
}

async function addFile(controller: Packer, { name, size, parts }: ArchiveFile, at: number) {
  const sum = createHash('sha256')
  const body = controller.add({ name, size, mode: 0o600, mtime: new Date(at) })
  const writer = body.getWriter()
  for (const part of parts()) {
    sum.update(part)
    await writer.write(part)
  }
  await writer.close()
  return { size, sha256: sum.digest('hex') }
}

/** What hears the files of a copy, in their order, and how large each says it is; `null`: this one is not wanted. */
export type HearFile = (
  name: string,
  size: number,
) => { write(part: Uint8Array): void; end(): void } | null

/**
 * Reads a copy from its first byte to its last, and proves it: each file is what its manifest says.
 * @throws Failure COPY_KEY_OTHER the key does not open it, COPY_DAMAGED it is cut or changed, COPY_NEWER
 */
export async function openArchive(
  path: string,
  identity: string,
  hear: HearFile,
  told: (bytes: number) => void = () => undefined,
): Promise<Manifest> {
  await mustBegin(path)
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  file.on('data', (part) => told(part.length))
  file.pause()
  try {
    const unzipped = createGunzip()
    const piped = pipeline(await decrypted(file, identity), unzipped)
    const read = readFiles(Readable.toWeb(unzipped), hear)
    const [manifest] = await Promise.all([read, piped])
    return manifest
  } catch (caught) {
    throw archiveFailure(caught)
  } finally {
    file.destroy()
  }
}

/**
 * age holds all of a header until it has come to its end: of whatever is none, that would be all of the file.
 * @throws Failure COPY_DAMAGED it is no copy
 */
async function mustBegin(path: string): Promise<void> {
  const bytes = Buffer.alloc(headerBytes)
  try {
    // A pipe by that name would never end.
    if (!(await stat(path)).isFile()) throw new Failure('COPY_DAMAGED')
    const file = await open(path)
    try {
      await file.read(bytes)
    } finally {
      await file.close()
    }
  } catch (caught) {
    throw archiveFailure(caught)
  }
  if (!header.test(bytes.toString('latin1'))) throw new Failure('COPY_DAMAGED')
}

async function decrypted(file: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(file)))
  } catch (caught) {
    if (caught instanceof Error && caught.message.includes('no identity matched')) {
      throw new Failure('COPY_KEY_OTHER', undefined, { cause: caught })
    }
    throw caught
  }
}

async function readFiles(bytes: ReadableStream<Uint8Array>, hear: HearFile): Promise<Manifest> {
  const found = new Map<string, { size: number; sha256: string }>()
  let text = ''
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
    if (header.name === manifestName) text = await manifestText(header.size, body)
    else if (found.size < mostFiles) found.set(header.name, await readFile(header, body, hear))
    else throw new Failure('COPY_DAMAGED')
  }
  return proven(text, found)
}

async function manifestText(size: number, body: ReadableStream<Uint8Array>): Promise<string> {
  if (size > manifestBytes) throw new Failure('COPY_DAMAGED')
  return new Response(body).text()
}

async function readFile(
  { name, size: said }: { name: string; size: number },
  body: ReadableStream<Uint8Array>,
  hear: HearFile,
) {
  const sum: Hash = createHash('sha256')
  const out = hear(name, said)
  let size = 0
  for await (const part of body) {
    sum.update(part)
    size += part.length
    out?.write(part)
  }
  out?.end()
  return { size, sha256: sum.digest('hex') }
}

function proven(
  text: string,
  found: ReadonlyMap<string, { size: number; sha256: string }>,
): Manifest {
  const said: unknown = jsonOrNull(text)
  const format = z.object({ format: z.int() }).safeParse(said).data?.format ?? 0
  if (format > knownFormat) throw new Failure('COPY_NEWER')
  const manifest = manifestSchema.safeParse(said).data
  const isWhole =
    manifest !== undefined &&
    Object.keys(manifest.files).length === found.size &&
    Object.entries(manifest.files).every(([name, { size, sha256 }]) => {
      const file = found.get(name)
      return file?.size === size && file.sha256 === sha256
    })
  if (!isWhole) throw new Failure('COPY_DAMAGED')
  return manifest
}

/** What keeps a copy from being read to its end is damage, unless it is said to be another thing, or this computer's own. */
function archiveFailure(caught: unknown): Failure {
  if (caught instanceof Failure) return caught
  return new Failure('COPY_DAMAGED', undefined, { cause: caught })
}
