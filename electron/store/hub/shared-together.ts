import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../shared/domain/text/json.ts'

/** Bodies are JSON: what is left out and what is undefined are the same there. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(plain(one), plain(other))
const plain = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value))

/**
 * What was said since `was` here and elsewhere, as one, part by part: where both said the same part otherwise, `next` stands.
 * `isLost`: something that was said here does not stand any more.
 */
export function together(
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

type Fields = Record<string, unknown>
const isAlike = (part: readonly string[], one: Fields, other: Fields) =>
  part.every((field) => isSame(one[field], other[field]))
