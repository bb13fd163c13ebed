import { z } from 'zod'
import {
  sharedAnswerSchema,
  sharedDocSchema,
  type SharedAnswer,
  type SharedDoc,
} from '../../../shared/contract/upkeep/shared-docs.ts'

/** So many docs are read in one turn of whoever gets them. */
const docsInPart = 200

/**
 * What was heard of what registers share, as the thread that heard it hands it over: years of lines come at once where a
 * register joins, and copied as objects they would hold up a sale. Each part is the JSON of some docs, moved and not copied.
 */
export const packedSharedSchema = sharedAnswerSchema
  .omit({ docs: true })
  .extend({ parts: z.array(z.instanceof(Uint8Array)) })
export type PackedShared = z.output<typeof packedSharedSchema>

/** For the thread that heard it. */
export function packShared({ docs, ...answer }: SharedAnswer): PackedShared {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < docs.length; at += docsInPart) {
    parts.push(encoder.encode(JSON.stringify(docs.slice(at, at + docsInPart))))
  }
  return { ...answer, parts }
}

const partSchema = z.array(sharedDocSchema)

/** Reads it part by part: each call reads one more; null: there is more of it. */
export function sharedReader({ parts, ...answer }: PackedShared): () => SharedAnswer | null {
  const decoder = new TextDecoder()
  const docs: SharedDoc[] = []
  let at = 0
  return () => {
    const part = parts[at]
    at += 1
    if (part) for (const doc of partSchema.parse(JSON.parse(decoder.decode(part)))) docs.push(doc)
    return at < parts.length ? null : { ...answer, docs }
  }
}
