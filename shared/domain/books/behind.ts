import { z } from 'zod'

/** The other registers of a shop, as the database behind them told of them; moments are epoch ms. */
export const otherRegistersSchema = z.object({
  /** The stream of the register that asked. */
  stream: z.string(),
  /** When it asked. */
  at: z.int(),
  registers: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Since when it belongs to the shop's. */
      joined: z.int(),
      retired: z.int().nullable(),
      /** All that happened there before this moment was sent; null: not known of any moment. */
      complete: z.int().nullable(),
    }),
  ),
  /** Those that have not carried out yet all that was ordered to be erased everywhere; left out: it is not known. */
  unheard: z.array(z.string()).optional(),
})
export type OtherRegisters = z.output<typeof otherRegistersSchema>

/** The most letters of a name, and of names in a sentence that each voucher repeats. */
const nameLength = 40
const mostNamed = 12

/** Stands for registers that nobody heard of yet. */
export const othersUnknown = '*'

/** A register as a sentence names it, of whatever was written there. */
export const registerSaid = ({ code, name }: { code: string; name: string }): string =>
  `${code} ${name}`
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, nameLength)

/**
 * The registers that belonged to the shop in a time and of which not all of it is known to have been sent, by name: what was
 * sold there may be missing from whatever is said of it. `heard` null, or of before the time's end: there may be others.
 */
export function registersBehind(
  heard: OtherRegisters | null,
  { start, end }: { start: number; end: number },
): string[] {
  const behind = (heard?.registers ?? [])
    .filter(({ joined, retired }) => joined < end && (retired === null || retired >= start))
    .filter(({ complete }) => complete === null || complete < end)
    .map(registerSaid)
  return heard === null || heard.at < end ? [...behind, othersUnknown] : behind
}

/** Their names, to be read; of very many the first, and how many more. */
export const behindSaid = (
  behind: readonly string[],
  say: (key: 'books.othersUnknown') => string,
): string => {
  const names = behind.map((name) => (name === othersUnknown ? say('books.othersUnknown') : name))
  const more = names.length - mostNamed
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}
