import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { makeKeys, readKeys, type SigningKey } from '../../scripts/publish/keys.ts'
import { newestRoot, signRoot, refresh, withdraw } from '../../scripts/publish/publish.ts'
import { Failure } from '../../shared/errors.ts'
import { readVersion } from '../versions/version-folder.ts'
import { fetchVersion, readOffers, type FeedRequest } from './feed.ts'
import { createPublisher, placesIn, type Publisher } from './testing/publisher.ts'

let folder = ''
let publisher: Publisher
let root = ''
const ending: (() => void)[] = []

beforeEach(async () => {
  folder = makeFolder('feed', inMemory)
  publisher = createPublisher(join(folder, 'publisher'))
  publisher.root()
  await publisher.version('0.2.0')
  root = publisher.rootText()
})
afterEach(() => ending.splice(0).forEach((end) => end()))

const request = (changes: Partial<FeedRequest> = {}): FeedRequest => ({
  from: publisher.feed,
  root,
  places: placesIn(folder),
  proxy: null,
  ...changes,
})

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'nothing thrown'
  } catch (caught) {
    return caught instanceof Failure ? caught.error.code : `not a Failure: ${String(caught)}`
  }
}

const looked = (changes: Partial<FeedRequest> = {}) => codeOf(readOffers(request(changes)))
const fetched = (changes: Partial<FeedRequest> = {}) =>
  codeOf(fetchVersion(request(changes), '0.2.0'))

/** Whatever an attack was, nothing of it may stand among the versions. */
function nothingCame(): void {
  const { fetched: versions } = placesIn(folder)
  expect(existsSync(versions) ? readdirSync(versions) : []).toEqual([])
  expect(readdirSync(join(folder, 'user', 'feed'))).not.toContain('working')
}

const metadata = (name: string) => join(publisher.feed, 'metadata', name)

function change(path: string, how: (text: string) => string): void {
  writeFileSync(path, how(readFileSync(path, 'utf8')))
}

const archiveIn = (feed: string): string => {
  const name = readdirSync(join(feed, 'targets')).find((one) => one.endsWith('0.2.0.tgz'))
  return join(feed, 'targets', name ?? '')
}

describe('a feed in a folder', () => {
  it('says which versions there are, and brings one whole', async () => {
    const { versions } = await readOffers(request())
    expect(versions).toMatchObject([{ version: '0.2.0', isSecurity: false, node: 24 }])
    await fetchVersion(request(), '0.2.0')
    const brought = join(placesIn(folder).fetched, '0.2.0')
    expect(readVersion(brought, '0.2.0', false)).toMatchObject({ version: '0.2.0' })
    rmSync(join(brought, 'renderer/index.html'))
    expect(readVersion(brought, '0.2.0', false)).toBeNull()
  })

  it.skipIf(process.platform === 'win32')(
    'lets nobody else write what will be started',
    async () => {
      const { fetched: versions } = placesIn(folder)
      for (const path of [dirname(versions), versions]) {
        mkdirSync(path, { recursive: true })
        chmodSync(path, 0o777)
      }
      await fetchVersion(request(), '0.2.0')
      const modes = [dirname(versions), versions].map((path) => statSync(path).mode & 0o777)
      expect(modes).toEqual([0o700, 0o700])
    },
  )

  it('that is not there, or empty, says so', async () => {
    expect(await looked({ from: join(folder, 'nowhere') })).toBe('FEED_NOT_FOUND')
    expect(await codeOf(fetchVersion(request(), '0.9.0'))).toBe('VERSION_NOT_FOUND')
    nothingCame()
  })

  it('goes on when the program of its publisher knows an earlier root', async () => {
    const newKeys = join(folder, 'new-keys')
    makeKeys(newKeys, 'root', null)
    makeKeys(newKeys, 'targets', null)
    const given = readKeys([newKeys], null)
    const now = new Date()
    signRoot({ folder: publisher.feed, keys: given, now }, publisher.keys)
    const others = publisher.keys.filter(({ role }) => role !== 'targets' && role !== 'root')
    refresh({ folder: publisher.feed, keys: [...given, ...others], now })
    expect(await looked()).toBe('nothing thrown')
    // The key that was taken away signs no more, also for who looked before.
    expect(() => refresh(publisher.of(now))).toThrow(/targets/)
  })
})

describe('a root that is signed anew', () => {
  const rootKeys = () => publisher.keys.filter(({ role }) => role === 'root')
  const named = () => newestRoot(publisher.feed)?.signed.roles['root']?.keyIDs ?? []
  const now = new Date()

  it('keeps the third key where the two that sign are given', async () => {
    const before = named()
    signRoot(publisher.of(now, rootKeys().slice(1)))
    expect(named()).toEqual(before)
    // Later the third one signs with another.
    signRoot(
      publisher.of(
        now,
        [rootKeys()[0], rootKeys()[1]].flatMap((key) => key ?? []),
      ),
    )
    expect(newestRoot(publisher.feed)?.signed.version).toBe(3)
    expect(await looked()).toBe('nothing thrown')
  })

  it('names a new key in the place of a lost one, and never fewer or more', async () => {
    const newKeys = join(folder, 'new-keys')
    makeKeys(newKeys, 'root', null)
    const [fresh, ...others] = readKeys([newKeys], null)
    const [first, second, lost] = rootKeys()
    if (!fresh || !first || !second || !lost) throw new Error('three of each')
    const sign = (keys: readonly SigningKey[]) => () => signRoot(publisher.of(now, keys))
    expect(sign([first, fresh])).toThrow(/root: 2 keys/)
    expect(sign([first, second, lost, fresh])).toThrow(/root: 4 keys/)
    expect(() => signRoot(publisher.of(now, others), publisher.keys)).toThrow(/root: 2 keys/)
    expect(newestRoot(publisher.feed)?.signed.version).toBe(1)
    sign([first, second, fresh])()
    expect(named()).toEqual([first, second, fresh].map(({ key }) => key.keyID))
    expect(await looked()).toBe('nothing thrown')
  })

  it('is begun with the keys of every role', () => {
    const begin = (keys: readonly SigningKey[]) => () =>
      signRoot({ folder: join(folder, 'begun'), keys, now })
    expect(begin(rootKeys())).toThrow(/targets: 0 keys/)
    expect(begin(publisher.keys.filter((key) => key !== rootKeys()[0]))).toThrow(/root: 2 keys/)
    expect(newestRoot(join(folder, 'begun'))).toBeNull()
  })
})

describe('an attack on what is signed', () => {
  it('by another publisher', async () => {
    const other = createPublisher(join(folder, 'other'))
    other.root()
    await other.version('0.2.0')
    expect(await looked({ from: other.feed })).toBe('FEED_REFUSED')
    nothingCame()
  })

  it('by a root that the one before did not sign', async () => {
    const other = createPublisher(join(folder, 'other'))
    other.root()
    cpSync(join(other.feed, 'metadata/1.root.json'), metadata('2.root.json'))
    expect(await looked()).toBe('FEED_REFUSED')
    nothingCame()
  })

  it('by one root key where two are needed', () => {
    const one = publisher.keys.filter(({ role }) => role === 'root').slice(0, 1)
    expect(() => signRoot(publisher.of(new Date(), one))).toThrow()
  })

  it.each(['timestamp.json', '1.snapshot.json', '1.targets.json'])(
    'by changing %s',
    async (name) => {
      change(metadata(name), (text) => text.replace(/"expires": "20/, '"expires": "21'))
      expect(await looked()).toBe('FEED_REFUSED')
      nothingCame()
    },
  )

  it.each(['timestamp.json', '1.snapshot.json', '1.targets.json'])(
    'by cutting %s',
    async (name) => {
      change(metadata(name), (text) => text.slice(0, text.length / 2))
      expect(await looked()).toBe('FEED_REFUSED')
      nothingCame()
    },
  )

  it('by what is no JSON, and by what nests without end', async () => {
    for (const text of ['', 'null', '[]', '{"signed":{}}', '['.repeat(10_000)]) {
      writeFileSync(metadata('timestamp.json'), text)
      expect(await looked(), text.slice(0, 20)).toBe('FEED_REFUSED')
    }
    nothingCame()
  })

  it('by going back to an older feed', async () => {
    const older = join(folder, 'older')
    cpSync(publisher.feed, older, { recursive: true })
    withdraw(publisher.of(new Date()), '0.2.0')
    expect(await looked()).toBe('nothing thrown')
    expect(await looked({ from: older })).toBe('FEED_REFUSED')
    expect(await fetched({ from: older })).toBe('FEED_REFUSED')
    nothingCame()
  })

  it('by mixing lists of two moments', async () => {
    const older = join(folder, 'older')
    cpSync(publisher.feed, older, { recursive: true })
    publisher.refresh()
    for (const part of ['targets', 'snapshot']) {
      const mixed = join(folder, `mixed-${part}`)
      cpSync(publisher.feed, mixed, { recursive: true })
      cpSync(join(older, `metadata/1.${part}.json`), join(mixed, `metadata/2.${part}.json`))
      // Nothing was seen before: what was would be gone on with.
      const places = placesIn(join(folder, part))
      expect(await looked({ from: mixed, places }), part).toBe('FEED_REFUSED')
      expect(readdirSync(places.fetched)).toEqual([])
    }
  })

  it('by freezing it, which a clock that is ahead looks like', async () => {
    publisher.refresh(new Date(Date.now() - 91 * 86_400_000))
    expect(await looked()).toBe('FEED_EXPIRED')
    expect(await fetched()).toBe('FEED_EXPIRED')
    nothingCame()
  })

  it('or a clock that is behind is said', async () => {
    publisher.refresh(new Date(Date.now() + 3 * 86_400_000))
    expect(await looked()).toBe('CLOCK_WRONG')
    expect(await fetched()).toBe('CLOCK_WRONG')
    nothingCame()
  })

  it('by killing what is known of it: it is learnt again, and a torn root is not believed', async () => {
    await readOffers(request())
    const feed = join(folder, 'user', 'feed')
    const [known = ''] = readdirSync(feed)
    for (const name of readdirSync(join(feed, known))) {
      change(join(feed, known, name), (text) => text.slice(0, 40))
      expect(await looked(), name).toBe('nothing thrown')
    }
  })
})

describe('an attack on what is brought', () => {
  it('by another archive, a cut one, a longer one', async () => {
    const archive = archiveIn(publisher.feed)
    const whole = readFileSync(archive)
    const attacks = [
      whole.subarray(0, 50),
      Buffer.concat([whole, whole]),
      Buffer.alloc(whole.length),
    ]
    for (const bytes of attacks) {
      writeFileSync(archive, bytes)
      expect(await fetched()).toBe('FEED_REFUSED')
      nothingCame()
    }
    rmSync(archive)
    expect(await fetched()).toBe('FEED_NOT_FOUND')
    nothingCame()
  })
})

/** Answers a feed's files over http, but for what an attack takes into its own hands. */
async function serve(attack: (path: string) => RequestListener | null): Promise<string> {
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const own = attack(path)
    if (own) return own(asked, answer)
    const file = join(publisher.feed, path)
    if (!existsSync(file)) return answer.writeHead(404).end()
    answer.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
}

describe('a feed over the web', () => {
  it('brings the same', async () => {
    const progress: number[] = []
    const from = await serve(() => null)
    expect(await fetched({ from, progress: (bytes) => progress.push(bytes) })).toBe(
      'nothing thrown',
    )
    expect(Math.max(...progress)).toBeGreaterThan(100)
  })

  it('is asked over https alone, but for this computer', async () => {
    expect(await looked({ from: 'http://updates.example.com' })).toBe('URL_INSECURE')
    expect(await looked({ from: 'ftp://updates.example.com' })).toBe('URL_INVALID')
  })

  const isArchive = (path: string) => path.endsWith('.tgz')
  const endless: RequestListener = (_asked, answer) => {
    const piece = Buffer.alloc(16_384)
    const more = (): void => void answer.write(piece, (error) => !error && more())
    more()
  }
  const dripping: RequestListener = (_asked, answer) => {
    const timer = setInterval(() => answer.write('x'), 5)
    answer.on('close', () => clearInterval(timer))
  }
  const cut: RequestListener = (_asked, answer) => {
    answer.writeHead(200, { 'content-length': 1000 })
    answer.write('half', () => answer.destroy())
  }
  const moved: RequestListener = (_asked, answer) =>
    void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  const broken: RequestListener = (_asked, answer) => void answer.writeHead(500).end('no')

  it.each([
    ['an endless archive', isArchive, endless, 'FEED_REFUSED'],
    ['an endless list', (path: string) => path.endsWith('timestamp.json'), endless, 'FEED_REFUSED'],
    ['an endless root', (path: string) => path.endsWith('2.root.json'), endless, 'FEED_REFUSED'],
    ['an archive that drips', isArchive, dripping, 'FEED_UNREACHABLE'],
    [
      'a list that drips',
      (path: string) => path.endsWith('snapshot.json'),
      dripping,
      'FEED_UNREACHABLE',
    ],
    ['a cut archive', isArchive, cut, 'FEED_UNREACHABLE'],
    ['a way elsewhere', isArchive, moved, 'FEED_UNREACHABLE'],
    ['a server that fails', () => true, broken, 'FEED_UNREACHABLE'],
  ])('brings nothing of %s', async (_name, isAttacked, attack, code) => {
    const from = await serve((path) => (isAttacked(path) ? attack : null))
    const isDripping = attack === dripping
    expect(await fetched({ from, ...(isDripping && { limitMs: () => 300 }) })).toBe(code)
    nothingCame()
  })
})
