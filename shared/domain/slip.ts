import { z } from 'zod'

/**
 * A paper made of lines, before anyone decided on what it is printed: 58 or 80 mm, A4, a PDF, a screen.
 * Texts are final: translated, with figures as the shop writes them (no-break spaces inside).
 */
export const slipLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    align: z.enum(['start', 'center']).default('start'),
    /** `large` is a title, `small` a foot note. */
    size: z.enum(['small', 'normal', 'large']).default('normal'),
    bold: z.boolean().default(false),
  }),
  /** A label at the start and a value at the end; on narrow paper a long value wraps below. */
  z.object({
    kind: z.literal('row'),
    label: z.string(),
    value: z.string(),
    /** A further thing to know about the line, in small letters below it. */
    note: z.string().optional(),
  }),
  /** A row that is the answer to the ones above: bold, and larger where the paper has sizes. */
  z.object({ kind: z.literal('total'), label: z.string(), value: z.string() }),
  /** The head of a part. */
  z.object({ kind: z.literal('head'), text: z.string() }),
  /** A line from edge to edge. */
  z.object({ kind: z.literal('rule') }),
  /** Room to write by hand, with what is to be written there under it: a signature. */
  z.object({ kind: z.literal('signature'), label: z.string() }),
  z.object({ kind: z.literal('qr'), data: z.string().min(1).max(1000) }),
])
export type SlipLine = z.output<typeof slipLineSchema>

export const slipSchema = z.object({
  /** Names the print job and the suggested file. */
  title: z.string().min(1),
  lines: z.array(slipLineSchema),
})
export type Slip = z.output<typeof slipSchema>

/** The lines of a slip as they are written down: what has a usual value may be left out. */
export type SlipDraft = z.input<typeof slipSchema>
