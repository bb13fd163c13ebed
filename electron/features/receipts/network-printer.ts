import { connect, type Socket } from 'node:net'
import { Failure } from '../../../shared/errors.ts'
import { withTimeout } from '../../async/time-limit.ts'
import { askEnd, askState, endsWell, isReady } from './escpos-status.ts'

/** How long each step may take, in milliseconds. */
export interface NetworkLimits {
  connect: number
  /** For a printer to tell how it is: most answer in a few, and those that cannot never do. */
  state: number
  /** For all bytes to be taken, and printed where the printer can tell. */
  print: number
  /** For a printer that tells nothing to let go by itself. */
  close: number
}

const usualLimits: NetworkLimits = { connect: 4_000, state: 400, print: 15_000, close: 2_000 }

/**
 * Sends bytes to a printer on the network (TCP, usually port 9100) and, where it can tell, hears that they
 * were printed.
 * @throws Failure PRINTER_UNREACHABLE, PRINTER_NOT_READY (nothing was printed), PRINTER_INTERRUPTED (some may be)
 */
export async function sendToNetworkPrinter(
  target: { host: string; port: number },
  bytes: Uint8Array,
  options: { signal?: AbortSignal; limits?: Partial<NetworkLimits> } = {},
): Promise<void> {
  const limits = { ...usualLimits, ...options.limits }
  const printer = target.port === 9100 ? target.host : `${target.host}:${target.port}`
  const line = openLine(target)
  const stop = () => line.drop()
  options.signal?.addEventListener('abort', stop)
  let begun = false
  try {
    await within(limits.connect, line.connected)
    const state = await line.ask(askState, 2, limits.state)
    if (!isReady(state)) throw new Failure('PRINTER_NOT_READY', { printer })
    begun = true
    if (state.length === 0) await line.sendAndEnd(bytes, limits)
    else await sendAndHear(line, bytes, limits)
  } catch (caught) {
    if (caught instanceof Failure) throw caught
    const code = begun ? 'PRINTER_INTERRUPTED' : 'PRINTER_UNREACHABLE'
    throw new Failure(code, { printer }, { cause: caught })
  } finally {
    options.signal?.removeEventListener('abort', stop)
    line.drop()
  }
}

/** To a printer that tells how it is: it answers what stands behind the bytes once it has printed them. */
async function sendAndHear(line: Line, bytes: Uint8Array, limits: NetworkLimits): Promise<void> {
  const end = await line.ask(Buffer.concat([bytes, askEnd]), 1, limits.print)
  if (end.length > 0) {
    if (endsWell(end)) return
    throw new Error('the paper ended')
  }
  // Some tell their state and not this: that they are well then has to do.
  const state = await line.ask(askState, 2, limits.state)
  if (state.length === 0 || !isReady(state)) throw new Error('no answer')
}

/** A connection to a printer: what it says is heard, whenever it says it. */
type Line = ReturnType<typeof openLine>

function openLine(target: { host: string; port: number }) {
  const socket: Socket = connect({ ...target, noDelay: true })
  let heard: number[] = []
  let wake = () => {}
  socket.on('data', (chunk) => {
    heard.push(...chunk)
    wake()
  })
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })
  const broken = closed.then((): never => {
    throw new Error('closed early')
  })
  // Whoever waits for the line to break hears of it; nobody else has to.
  broken.catch(() => undefined)

  return {
    connected: Promise.race([
      new Promise<void>((resolve) => socket.once('connect', () => resolve())),
      broken,
    ]),
    /** Writes and answers what comes back: this many bytes, or fewer after `ms`. Rejects when the line breaks. */
    async ask(bytes: Uint8Array, count: number, ms: number): Promise<number[]> {
      heard = []
      const enough = new Promise<void>((resolve) => {
        wake = () => {
          if (heard.length >= count) resolve()
        }
      })
      socket.write(bytes)
      await withTimeout(Promise.race([enough, broken]), ms, () => undefined)
      return heard
    },
    /** Writes all and ends; settles when the other side let go as well, or its time to do so is over. */
    async sendAndEnd(
      bytes: Uint8Array,
      limits: Pick<NetworkLimits, 'print' | 'close'>,
    ): Promise<void> {
      const flushed = new Promise<void>((resolve) => socket.end(bytes, resolve))
      await within(limits.print, Promise.race([flushed, broken]))
      await withTimeout(closed, limits.close, () => undefined)
    },
    drop: (): void => void socket.destroy(),
  }
}

/** Rejects when work takes longer than this many milliseconds. */
function within(ms: number, work: Promise<void>): Promise<void> {
  return withTimeout(work, ms, () => {
    throw new Error('too slow')
  })
}
