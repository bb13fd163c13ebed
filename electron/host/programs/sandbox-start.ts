import { createInterface } from 'node:readline'
import { z } from 'zod'
import { currencyOfCountry, type Country } from '../../../shared/domain/money/money.ts'
import { jsonOrNull } from '../../../shared/domain/text/json.ts'
import { withTimeout } from '../../async/time-limit.ts'
import { Failure } from '../../../shared/errors.ts'

/** A running test service. */
export interface StartedSandbox {
  url: string
  token: string
  stop(): void
}

/** The program that was started, whichever way this host starts programs. */
export interface SandboxProcess {
  stdout: NodeJS.ReadableStream
  /** Settles when it ends or could not start, with what it said. */
  ended: Promise<string>
  stop(): void
}

const readySchema = z.object({ url: z.url(), token: z.string().min(1) })
/** So long the test service may take to start, in milliseconds: a busy computer takes more than twenty seconds. */
export const startTimeoutMs = 60_000

/** The options of the embedded test service: enough past for a report over last month. */
export function sandboxArguments(country: Country, now = new Date()): string[] {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1))
  return [
    ...['--port', '0'],
    ...['--currency', currencyOfCountry[country]],
    ...['--history-from', from.toISOString().slice(0, 10)],
    ...['--sales-per-day', '60'],
  ]
}

/**
 * Waits for the one JSON line that says where the test service listens.
 * @throws Failure SANDBOX_FAILED when it ends, says something else, or takes too long.
 */
export async function whenReady(child: SandboxProcess): Promise<StartedSandbox> {
  const lines = createInterface({ input: child.stdout })
  const firstLine = new Promise<string>((resolve) => lines.once('line', resolve))
  const ended = child.ended.then((reason): never => {
    throw failed(reason)
  })
  try {
    const line = await withTimeout(Promise.race([firstLine, ended]), startTimeoutMs, () => {
      throw failed('timeout')
    })
    // The schema refuses what is none, and the message shows the line itself.
    const ready = readySchema.safeParse(jsonOrNull(line))
    if (!ready.success) throw failed(line.slice(0, 200))
    return { ...ready.data, stop: () => child.stop() }
  } catch (caught) {
    child.stop()
    throw caught
  } finally {
    lines.close()
    // Whatever it prints later must not fill the pipe and stop it.
    child.stdout.resume()
  }
}

/** Reads what a program complains of, so that its pipe never fills; answers the end of it. */
export function lastWords(stderr: NodeJS.ReadableStream | null): () => string {
  let said = ''
  stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-500)
  })
  return () => said.trim()
}

function failed(reason: string): Failure {
  return new Failure('SANDBOX_FAILED', { reason })
}
