import { z } from 'zod'

/** The same sale at another register of the shop, as their hub tells it. */
export const soldThereSchema = z.object({
  /** The register, as the shop calls it. */
  name: z.string(),
  /** How long ago, in milliseconds, by the hub's clock. */
  ago: z.coerce.number().pipe(z.int().nonnegative()),
  /** What came of it (a state of a sale), as far as it was sent; null: nothing yet. */
  state: z.string().nullable(),
})
export type SoldThere = z.output<typeof soldThereSchema>
