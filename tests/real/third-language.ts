import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeFolder } from '../folders.ts'

// A language that does not exist, as a translator would add one to a copy of the house: a folder and a line.

const house = fileURLToPath(new URL('../..', import.meta.url))
/** Its code: the one that is kept for languages that are none. */
export const code = 'qps'

/** A copy of the house that speaks it, its page built; answers where it stands. */
export async function addLanguage(): Promise<string> {
  const copy = makeFolder('third-language')
  for (const room of ['electron', 'renderer', 'shared', 'sandbox', 'tests']) {
    cpSync(join(house, room), join(copy, room), { recursive: true })
  }
  for (const file of ['package.json', 'tsconfig.json', 'vite.config.ts']) {
    cpSync(join(house, file), join(copy, file))
  }
  symlinkSync(join(house, 'node_modules'), join(copy, 'node_modules'))

  const words = join(copy, 'shared', 'words')
  translate(join(words, 'es'), join(words, code))
  appendFileSync(join(words, 'languages.ts'), `export * as ${code} from './${code}/index.ts'\n`)

  const vite = join(house, 'node_modules', 'vite', 'bin', 'vite.js')
  const options = ['build', '--minify', 'false', '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: copy })
  return copy
}

function translate(from: string, to: string): void {
  mkdirSync(to)
  for (const file of readdirSync(from)) {
    if (!file.endsWith('.json')) cpSync(join(from, file), join(to, file))
    else {
      const texts: unknown = JSON.parse(
        readFileSync(join(from, file), 'utf8'),
        (_, value: unknown) =>
          typeof value === 'string' ? pseudo(value, file !== 'language.json') : value,
      )
      writeFileSync(join(to, file), JSON.stringify(texts))
    }
  }
}

const accents: Readonly<Record<string, string>> = {
  ...{ a: 'ä', e: 'ë', i: 'ï', o: 'ö', u: 'ü', A: 'Ä', E: 'Ë', I: 'Ï', O: 'Ö', U: 'Ü', n: 'ñ' },
}

/**
 * A text in brackets, its letters changed; what is filled in stays. `longer`: so many of its vowels are there twice that
 * it is a third longer. Days and months in short are as short in every language.
 */
export function pseudo(message: string, isLonger = true): string {
  return message
    .split(' | ')
    .map((form) => {
      let owed = 0
      const longer = form.replace(/\{[^}]*\}|[^{]/gu, (part) => {
        if (part.length > 1) return part
        owed += isLonger ? 0.35 : 0
        const accent = accents[part] ?? part
        if (!/[aeiouáéíóú]/i.test(part) || owed < 1) return accent
        owed -= 1
        return accent + accent.toLowerCase()
      })
      return `⟦${longer}⟧`
    })
    .join(' | ')
}
