import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../shared/domain/text/json.ts'
import type { Readable } from './shared-kinds.ts'

/** Bodies are JSON: what is left out and what is undefined are the same there. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other))
const plain = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value))

/**
 * What was said since `was` here and elsewhere, as one, part by part: where both said the same part otherwise, `next` stands.
 * `isLost`: something that was said here does not stand any more.
 */
function together(
  parts: readonly (readonly string[])[] | undefined,
  { here, was, next }: Record<'here' | 'was' | 'next', unknown>,
): { body: unknown; isLost: boolean } {
  if (!parts || !isRecord(here) || !isRecord(was) || !isRecord(next))
    return { body: next, isLost: !isSame(here, was) }
  const [own, before, theirs] = [here, was, next]
  const said = parts.filter((part) => !isAlike(part, own, before))
  const kept = said.filter((part) => isAlike(part, theirs, before))
  const isLost = said.some((part) => !kept.includes(part) && !isAlike(part, own, theirs))
  const fields = kept.flat().map((field) => [field, own[field]] as const)
  return { body: { ...theirs, ...Object.fromEntries(fields) }, isLost }
}

/** How what the hub has came to be, as seen from the copy that is here. */
export interface Descent {
  /** The copy; undefined: there is none. */
  was: unknown
  /** The hub went back to before the copy: what is here goes on. */
  isOlder: boolean
  /** The hub went back: who said it may never have heard of the copy. */
  mayBeFork: boolean
}

/** What stands of what was said here and elsewhere; `isLost` as `together` has it. */
export function agreedOf(
  known: Pick<Readable, 'parts' | 'least'> | undefined,
  { here, next }: Record<'here' | 'next', unknown>,
  { was, isOlder, mayBeFork }: Descent,
): { body: unknown; isLost: boolean } {
  const agreed = isOlder
    ? { body: here, isLost: false }
    : together(known?.parts, { here, was, next })
  if (!mayBeFork || !known?.least) return agreed
  const body = known.least({ here, next, agreed: agreed.body })
  return { body, isLost: agreed.isLost || (isSame(agreed.body, here) && !isSame(body, here)) }
}

type Fields = Record<string, unknown>
const isAlike = (part: readonly string[], one: Fields, other: Fields) =>
  part.every((field) => isSame(one[field], other[field]))
