import { parseArgs } from 'node:util'
import { makeKeys, readKeys, roleNames } from './keys.ts'
import { publish, refresh, signRoot, withdraw, type Feed } from './publish.ts'

// npm run release: makes and signs a feed of versions (docs/release.md). Node 24.

const usage = `npm run release -- keys    --keys DIR [--role ROLE]
npm run release -- root    --feed DIR --keys DIR... [--former DIR...]
npm run release -- publish --feed DIR --keys DIR --version-folder DIR --notes-es TEXT --notes-en TEXT [--security]
npm run release -- refresh --feed DIR --keys DIR
npm run release -- withdraw VERSION --feed DIR --keys DIR
MOSTRADOR_KEY_PASSPHRASE encrypts and opens the keys.`

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const

async function release(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      feed: text,
      keys: texts,
      former: texts,
      role: text,
      'version-folder': text,
      'notes-es': text,
      'notes-en': text,
      security: { type: 'boolean', default: false },
    },
  })
  const passphrase = process.env['MOSTRADOR_KEY_PASSPHRASE'] || null
  const need = (name: 'feed' | 'version-folder' | 'notes-es' | 'notes-en'): string => {
    const { [name]: value } = values
    if (value === undefined) throw new Error(`--${name}?\n\n${usage}`)
    return value
  }
  const folders = values.keys ?? []
  if (folders.length === 0) throw new Error(`--keys?\n\n${usage}`)
  const feed = (): Feed => ({
    folder: need('feed'),
    keys: readKeys(folders, passphrase),
    now: new Date(),
  })
  const [command = 'publish', version = ''] = positionals
  switch (command) {
    case 'keys': {
      const named = roleNames.filter((role) => !values.role || role === values.role)
      for (const role of named) makeKeys(folders[0] ?? '', role, passphrase)
      return `${named.join(', ')}: ${folders[0]}`
    }
    case 'root':
      signRoot(feed(), readKeys(values.former ?? [], passphrase))
      return 'root'
    case 'publish': {
      const notes = { es: need('notes-es'), en: need('notes-en') }
      const folder = need('version-folder')
      const offer = await publish(feed(), { folder, notes, isSecurity: values.security })
      return `${offer.version}: ${offer.bytes} bytes`
    }
    case 'refresh':
      refresh(feed())
      return 'refreshed'
    case 'withdraw':
      withdraw(feed(), version)
      return `without ${version}`
    default:
      throw new Error(usage)
  }
}

try {
  process.stdout.write(`${await release()}\n`)
} catch (caught) {
  process.stderr.write(`${caught instanceof Error ? caught.message : String(caught)}\n`)
  process.exitCode = 1
}
