import { z } from 'zod'
import { oneLine } from '../text/one-line.ts'

/** Words from wherever they came, as they may stand on paper: they break no line and command no printer. */
const words = z.string().transform(oneLine)

/**
 * A paper made of lines, before anyone decided on what it is printed: 58 or 80 mm, A4, a PDF, a screen.
 * Texts are final: translated, with figures as the shop writes them (no-break spaces inside).
 */
const slipLineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: words,
    align: z.enum(['start', 'center']).default('start'),
    /** `large` is a title, `small` a foot note. */
    size: z.enum(['small', 'normal', 'large']).default('normal'),
    bold: z.boolean().default(false),
  }),
  /** A label at the start and a value at the end; on narrow paper a long value wraps below. */
  z.object({
    kind: z.literal('row'),
    label: words,
    value: words,
    /** A further thing to know about the line, in small letters below it. */
    note: words.optional(),
  }),
  /** A row that is the answer to the ones above: bold, and larger where the paper has sizes. */
  z.object({ kind: z.literal('total'), label: words, value: words }),
  /** The head of a part. */
  z.object({ kind: z.literal('head'), text: words }),
  /** A line from edge to edge. */
  z.object({ kind: z.literal('rule') }),
  /** Room to write by hand, with what is to be written there under it: a signature. */
  z.object({ kind: z.literal('signature'), label: words }),
  z.object({ kind: z.literal('qr'), data: z.string().min(1).max(1000).transform(oneLine) }),
])
export type SlipLine = z.output<typeof slipLineSchema>

export const slipSchema = z.object({
  /** Names the print job and the suggested file. */
  title: z.string().min(1).transform(oneLine),
  lines: z.array(slipLineSchema),
})
export type Slip = z.output<typeof slipSchema>

/** The lines of a slip as they are written down: what has a usual value may be left out. */
export type SlipDraft = z.input<typeof slipSchema>

/** Puts slips on paper. */
export interface SlipPrinter {
  /** Puts it on the queue; nothing waits for the paper. PRINTER_NOT_SET. */
  print(slip: Slip): Promise<{ jobId: string }>
  /** Writes it as a PDF on sheets to a path that a person chose; FILE_NOT_ALLOWED, FILE_NOT_WRITABLE. */
  savePdf(slip: Slip, path: string): Promise<void>
}
