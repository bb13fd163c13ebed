import { execFileSync } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import { answerOnce } from '../../async/answer-once.ts'
import { deviceRequestSchema, type DeviceAnswer, type DeviceRequest } from './device.ts'

/**
 * A program of its own, under Electron or Node: writes what one message holds to a printer's device and
 * answers how it went. It may block here as long as the printer does; whoever asked ends it.
 */
function write({ path, bytes, baud }: DeviceRequest): DeviceAnswer {
  const data = Buffer.from(bytes, 'base64')
  let at = 0
  try {
    setLine(path, baud)
    const device = openSync(path, isShare(path) ? 'w' : constants.O_WRONLY)
    try {
      mustBeDevice(device)
      while (at < data.length) at += writeSync(device, data, at)
    } finally {
      closeSync(device)
    }
    return { ok: true }
  } catch (caught) {
    const reason = caught instanceof Error ? caught.message : String(caught)
    return { ok: false, begun: at > 0, reason }
  }
}

/** A printer that Windows shares opens like a new file. */
function isShare(path: string): boolean {
  return process.platform === 'win32' && /^\\\\[^.\\]/.test(path)
}

/** A plain file by that name is no printer, and is not written over. */
function mustBeDevice(device: number): void {
  if (process.platform === 'win32') return
  const found = fstatSync(device)
  if (!found.isCharacterDevice() && !found.isFIFO()) throw new Error('not a device')
}

/** A serial line carries bytes as they are, at the printer's speed. */
function setLine(path: string, baud: number): void {
  const quiet = { stdio: 'ignore', timeout: 5_000 } as const
  if (process.platform === 'win32') {
    const port = /^(?:\\\\\.\\)?(COM\d+)$/i.exec(path)?.[1]
    const line = [`${port}:`, `BAUD=${baud}`, 'PARITY=N', 'DATA=8', 'STOP=1']
    if (port) execFileSync('mode.com', line, quiet)
  } else if (/^\/dev\/(tty|cu|rfcomm)/.test(path)) {
    const file = process.platform === 'darwin' ? '-f' : '-F'
    execFileSync('stty', [file, path, String(baud), 'raw', '-echo'], quiet)
  }
}

answerOnce((message) => write(deviceRequestSchema.parse(message)))
