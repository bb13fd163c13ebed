import { z } from 'zod'
import { versionSchema } from '../versions/version-name.ts'

/** The signed file that says which versions a feed has. */
export const offersFile = 'versions.json'

/** What a version's archive is called in a feed. */
export const archiveOf = (version: string): string => `mostrador-${version}.tgz`

/** One version, as whoever publishes it tells of it. */
export const offerSchema = z.object({
  version: versionSchema,
  /** The oldest major of Node that runs it: a newer one needs a newer installer. */
  node: z.int().positive(),
  /** It mends something that somebody could use against the shop: it is taken in the season of Christmas too. */
  isSecurity: z.boolean(),
  /** What is new, for who sells with it. */
  notes: z.object({ es: z.string().max(2000), en: z.string().max(2000) }),
  /** Of the archive, and of what it holds. */
  bytes: z.int().positive(),
  unpackedBytes: z.int().positive(),
})
export type Offer = z.infer<typeof offerSchema>

export const offersSchema = z.object({
  /** When this was signed: a computer whose clock says an earlier day has the wrong one. */
  signedAt: z.iso.datetime(),
  versions: z.array(offerSchema).max(200),
})
export type Offers = z.infer<typeof offersSchema>
