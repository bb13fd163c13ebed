import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import { askProgram, type ChildProgram } from '../../async/child-program.ts'

/** What is asked of device-writer.ts: write these bytes (base64) to a device. */
export const deviceRequestSchema = z.object({
  path: z.string(),
  bytes: z.base64(),
  /** The speed of a serial line in bits per second; elsewhere it means nothing. */
  baud: z.int(),
})
export type DeviceRequest = z.output<typeof deviceRequestSchema>

/** How it went: `begun` says whether the device may have taken any of it. */
const deviceAnswerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), begun: z.boolean(), reason: z.string() }),
])
export type DeviceAnswer = z.output<typeof deviceAnswerSchema>

/** A printer without paper blocks whoever writes to it, for as long as it likes. */
const limitMs = 20_000

/**
 * Writes bytes to a printer's device (`/dev/usb/lp0`, `COM3`, `\\\\computer\\printer`) in a process of its own:
 * a write that blocks can be left behind there, and here it would hold a thread for ever.
 * @throws Failure PRINTER_UNREACHABLE (nothing was written), PRINTER_INTERRUPTED (some may have been)
 */
export async function writeToDevice(
  fork: () => ChildProgram,
  target: { path: string; baud: number },
  bytes: Uint8Array,
  options: { signal?: AbortSignal; limit?: number } = {},
): Promise<void> {
  const { path, baud } = target
  const limit = AbortSignal.timeout(options.limit ?? limitMs)
  const over = AbortSignal.any(options.signal ? [limit, options.signal] : [limit])
  const request: DeviceRequest = { path, baud, bytes: Buffer.from(bytes).toString('base64') }
  const failure = () => new Failure('PRINTER_INTERRUPTED', { printer: path })
  const answer = deviceAnswerSchema.parse(await askProgram(fork(), request, over, failure))
  if (answer.ok) return
  const code = answer.begun ? 'PRINTER_INTERRUPTED' : 'PRINTER_UNREACHABLE'
  throw new Failure(code, { printer: path, reason: answer.reason })
}
