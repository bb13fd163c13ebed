import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { forkNodeDeviceWriter } from '../../host/programs/node-programs.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { writeToDevice } from './device.ts'

const folder = makeFolder('device')
const fifo = join(folder, 'lp0')
const bytes = Buffer.from('Comprobante á\n'.repeat(20))
beforeAll(() => void execFileSync('mkfifo', [fifo]))

const write = (
  path: string,
  data: Uint8Array = bytes,
  options: Parameters<typeof writeToDevice>[3] = {},
) => writeToDevice(forkNodeDeviceWriter, { path, baud: 9600 }, data, options)

test('the bytes arrive at the device', async () => {
  const written = write(fifo)
  const reader = await open(fifo, 'r')
  const read = await reader.readFile()
  await written
  await reader.close()
  expect(read).toEqual(bytes)
})

test('a device that is not there was sent nothing', async () => {
  await expect(write('/dev/usb/no-such-printer')).rejects.toMatchObject({
    error: { code: 'PRINTER_UNREACHABLE', params: { printer: '/dev/usb/no-such-printer' } },
  })
})

test('a plain file is no printer, and stays as it is', async () => {
  const file = join(folder, 'ventas.txt')
  writeFileSync(file, 'lo escrito')
  await expect(write(file)).rejects.toMatchObject({ error: { code: 'PRINTER_UNREACHABLE' } })
  expect(readFileSync(file, 'utf8')).toBe('lo escrito')
})

test('a printer that takes nothing is left after its time, by then or when the app closes', async () => {
  const reader = await open(fifo, 'r+')
  const much = Buffer.alloc(400_000, 65)
  const interrupted = { error: { code: 'PRINTER_INTERRUPTED' } }
  await expect(write(fifo, much, { limit: 1_500 })).rejects.toMatchObject(interrupted)
  const closing = new AbortController()
  setTimeout(() => closing.abort(), 50)
  await expect(write(fifo, much, { signal: closing.signal })).rejects.toMatchObject(interrupted)
  await reader.close()
})
