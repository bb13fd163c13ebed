import { z } from 'zod'
import { missingThingSchema } from '../../../shared/contract/upkeep/hub.ts'
import { sharedAnswerSchema } from '../../../shared/contract/upkeep/shared-docs.ts'
import { appErrorSchema } from '../../../shared/errors.ts'
import { foundOrderSchema } from '../../store/hub/orders-here.ts'
import { placesSchema } from '../../store/hub/shared.ts'
import { packedSharedSchema } from './packed-shared.ts'

/** What the thread that sends is asked. The password goes by memory alone. */
export const hubQuestionSchema = z.object({
  dataDir: z.string(),
  /** Which stream the window thinks it sends in: another one is none of its business. */
  stream: z.string(),
  password: z.string(),
  version: z.string(),
  /** What of what registers share has a place here. */
  places: placesSchema,
})
export type HubQuestion = z.output<typeof hubQuestionSchema>

/** What it tells meanwhile: the hub has everything up to this change. */
export const sentSchema = z.object({ seq: z.int() })

/** What one sending came to: how many changes went, how many are left, and all that the hub has the name of alone. */
export const pushedSchema = z.object({
  sent: z.int(),
  left: z.int(),
  missing: z.array(missingThingSchema),
  /** What failed once all was sent: telling the hub how the register is, and hearing of the others; null: nothing. */
  beside: appErrorSchema.nullable(),
  /** What was heard of what registers share; null: nothing. */
  shared: sharedAnswerSchema.nullable(),
  /** Whom others ordered to be erased is first: nothing was sent, and this is to be carried out before; null: there is nobody. */
  orders: z.array(foundOrderSchema).nullable(),
})
export type Pushed = z.output<typeof pushedSchema>

/** The same as the thread hands it over. */
export const packedPushedSchema = pushedSchema.extend({ shared: packedSharedSchema.nullable() })
export type PackedPushed = z.output<typeof packedPushedSchema>
