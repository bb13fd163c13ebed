import { z } from 'zod'
import { slipSchema } from '../domain/receipt/slip.ts'
import { defineCalls } from './define.ts'

const day = z.object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) })

/**
 * A shop's day on one paper: what was sold by family and tender, what is not known yet, and, for who may know it, what
 * it earned. How customers paid is left out where the drawer is counted blind, save for who closes others' shifts.
 */
export const dayCalls = defineCalls({
  'day.slip': { input: day, output: slipSchema, right: 'present', patient: true },
  /** PRINTER_NOT_SET. */
  'day.print': { input: day, output: z.object({ jobId: z.string() }), right: 'present' },
  /** Writes it as a PDF to a path that a person chose. */
  'day.savePdf': {
    input: day.extend({ path: z.string().min(1) }),
    output: z.object({}),
    right: 'present',
  },
})
