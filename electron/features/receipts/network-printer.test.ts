import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendToNetworkPrinter, type NetworkLimits } from './network-printer.ts'
import { startPrinter, type PrinterDouble, type PrinterMood } from './testing/printer-double.ts'

const paper = Buffer.from('Comprobante\n'.repeat(40))
const minute = 60_000
const limits: NetworkLimits = { connect: minute, state: 100, print: 400, close: 150 }

let printer: PrinterDouble | null = null
afterEach(async () => {
  await printer?.close()
  printer = null
})

/** Short for what such a printer never does; what it does may take as long as a busy computer needs. */
const limitsFor = ({ state, end, keepsOpen, on }: PrinterMood): NetworkLimits => ({
  connect: minute,
  state: state === null ? limits.state : minute,
  print: state !== null && end === null && !on ? limits.print : minute,
  close: keepsOpen ? limits.close : minute,
})

async function send(mood: PrinterMood, bytes: Uint8Array = paper, given = limitsFor(mood)) {
  printer = await startPrinter(mood)
  const target = { host: '127.0.0.1', port: printer.port }
  const sent = sendToNetworkPrinter(target, bytes, { limits: given })
  return sent.then(
    () => 'printed',
    (caught: { error: { code: string } }) => caught.error.code,
  )
}

describe('a printer on the network', () => {
  test('that tells how it is has printed when it says so', async () => {
    expect(await send({})).toBe('printed')
    expect(printer?.papers()).toEqual([paper])
  })

  test('that tells nothing is sent everything, and waited for a little', async () => {
    expect(await send({ state: null, end: null })).toBe('printed')
    expect(printer?.papers()).toEqual([paper])
  })

  test('that tells nothing and never lets go does not hold the register', async () => {
    expect(await send({ state: null, end: null, keepsOpen: true })).toBe('printed')
    await expect.poll(() => printer?.papers()).toEqual([paper])
  })

  test('that tells its state but not its end is believed while it is well', async () => {
    expect(await send({ end: null })).toBe('printed')
  })

  test.each([
    ['no paper', [0x12, 0x72]],
    ['stopped for paper', [0x32, 0x12]],
    ['an open cover', [0x16, 0x12]],
  ] as const)('with %s is told of before a byte is sent', async (_name, [offline, end]) => {
    expect(await send({ state: [offline, end] })).toBe('PRINTER_NOT_READY')
    expect(printer?.papers()).toEqual([])
  })

  test('whose paper is only low prints', async () => {
    expect(await send({ state: [0x12, 0x1e] })).toBe('printed')
  })

  test('whose paper ended meanwhile may have printed some', async () => {
    expect(await send({ end: 0x0c })).toBe('PRINTER_INTERRUPTED')
  })

  test('that closes half-way may have printed some', async () => {
    expect(await send({ on: (socket) => socket.destroy(), end: null })).toBe('PRINTER_INTERRUPTED')
    await printer?.close()
    const cuts: PrinterMood = { state: null, on: (socket) => socket.resetAndDestroy() }
    expect(await send(cuts, Buffer.alloc(8_000_000, 65))).toBe('PRINTER_INTERRUPTED')
  })

  test('that stops reading is left after its time', async () => {
    const stuck: PrinterMood = { state: null, end: null, on: (socket) => socket.pause() }
    expect(await send(stuck, Buffer.alloc(16_000_000, 65), limits)).toBe('PRINTER_INTERRUPTED')
  })

  test('that reads slowly gets everything', async () => {
    const slow: PrinterMood = {
      end: 0,
      on: (socket) => {
        socket.pause()
        setTimeout(() => socket.resume(), 5)
      },
    }
    expect(await send(slow, Buffer.alloc(900_000, 65))).toBe('printed')
    expect(printer?.papers()[0]?.length).toBe(900_000)
  })

  test('that is off, or not there, was sent nothing', async () => {
    const { port } = (printer = await startPrinter())
    await printer.close()
    const nobody = sendToNetworkPrinter({ host: '127.0.0.1', port }, paper, { limits })
    await expect(nobody).rejects.toMatchObject({ error: { code: 'PRINTER_UNREACHABLE' } })
    // A name may be looked for as long: what comes of it is the same.
    const unnamed = sendToNetworkPrinter({ host: 'no.such.invalid', port: 9100 }, paper, {
      limits: { connect: 800 },
    })
    await expect(unnamed).rejects.toMatchObject({
      error: { code: 'PRINTER_UNREACHABLE', params: { printer: 'no.such.invalid' } },
    })
  })

  test('that accepts and hangs up at once was sent nothing', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const sent = sendToNetworkPrinter({ host: '127.0.0.1', port }, paper, {
      limits: { state: minute },
    })
    await expect(sent).rejects.toMatchObject({ error: { code: 'PRINTER_UNREACHABLE' } })
    await new Promise((resolve) => server.close(resolve))
  })

  test('is left at once when the app closes', async () => {
    printer = await startPrinter({ state: null, end: null, keepsOpen: true })
    const closing = new AbortController()
    const sent = sendToNetworkPrinter({ host: '127.0.0.1', port: printer.port }, paper, {
      signal: closing.signal,
      limits: { state: minute },
    })
    setTimeout(() => closing.abort(), 30)
    await expect(sent).rejects.toMatchObject({ error: { code: 'PRINTER_UNREACHABLE' } })
  })
})
