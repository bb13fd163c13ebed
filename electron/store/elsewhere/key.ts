import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js'
import { bech32 } from '@scure/base'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'

// What opens copies is an age identity: 32 bytes. People write them down as the 24 words of BIP 39, whose checksum finds a
// word that was misread; a QR code and age itself have them as AGE-SECRET-KEY-1....

/** What opens the copies, shown once and kept by the owner alone. */
export interface CopyKey {
  words: string[]
  /** As age reads it. */
  identity: string
  /** What copies are encrypted to: it opens nothing, and is kept. */
  recipient: string
}

const lists = [spanish, english]
const prefix = 'age-secret-key-'

/** A new one; its words are of the language that the shop speaks. */
export async function newKey(language: Language): Promise<CopyKey> {
  const identity = await generateX25519Identity()
  const bytes = bech32.fromWords(bech32.decode(lower(identity), 90).words)
  return {
    words: entropyToMnemonic(bytes, language === 'es' ? spanish : english)
      .normalize('NFC')
      .split(/\s+/u),
    identity,
    recipient: await identityToRecipient(identity),
  }
}

/**
 * The identity that somebody typed as words, in either language and however written, or pasted as its own text.
 * @throws Failure COPY_KEY_WRONG, COPY_KEY_WORD which of them (from 1) is none
 */
export function readKey(typed: string): string {
  const text = typed.trim()
  if (lower(text).startsWith(prefix)) return identityOf(text)
  const given = foldText(text.normalize('NFC').replaceAll(/[^\p{L}\s]+/gu, ' '))
    .split(/\s+/u)
    .filter((word) => word !== '')
  const found = lists.map((list) => given.map((word) => wordIn(list, word)))
  for (const [index, list] of lists.entries()) {
    const words = found[index] ?? []
    if (words.includes(null) || words.length !== 24) continue
    try {
      return encoded(mnemonicToEntropy(words.join(' '), list))
    } catch {
      // All of them are words, and together none that was ever shown: one was read as another, or two changed places.
      throw new Failure('COPY_KEY_WRONG')
    }
  }
  const nearest = found.toSorted((one, other) => known(other) - known(one))[0] ?? []
  const place = nearest.indexOf(null) + 1
  throw place === 0 ? new Failure('COPY_KEY_WRONG') : new Failure('COPY_KEY_WORD', { place })
}

const known = (words: readonly unknown[]) => words.filter((word) => word !== null).length

/** The word of a list that this is: its first four letters tell each from all others. */
function wordIn(list: readonly string[], word: string): string | null {
  return list.find((one) => foldText(one) === word) ?? null
}

function identityOf(text: string): string {
  try {
    const bytes = bech32.fromWords(bech32.decode(lower(text), 90).words)
    if (bytes.length === 32) return encoded(bytes)
  } catch {
    // Not as it was printed: said below.
  }
  throw new Failure('COPY_KEY_WRONG')
}

function encoded(bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes)).toUpperCase()
}

/** bech32 as its own type names it: a text with a 1 in it. */
function lower(text: string): `${string}1${string}` {
  const small = text.toLowerCase().replaceAll(/\s+/gu, '')
  return isBech(small) ? small : '1'
}

function isBech(text: string): text is `${string}1${string}` {
  return text.includes('1')
}
