import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Failure } from '../../shared/errors.ts'
import { createFakeBridge } from './testing/fake-bridge.ts'
import { useSaveAs } from './save-as.ts'

const place = z.object({ folder: z.string(), name: z.string() })
afterEach(() => vi.unstubAllGlobals())

/** A window without a save dialog, over folders that hold these files; `written` says what was written where. */
function asked(...files: string[]) {
  const { bridge } = createFakeBridge((name, input) => {
    if (name === 'files.chooseSave') {
      return { ok: true, value: { kind: 'ask', folder: '/home', name: 'ventas.csv' } }
    }
    const { folder, name: file } = place.parse(input)
    const path = `${folder}/${file}`
    return { ok: true, value: { path, exists: files.includes(path) } }
  })
  vi.stubGlobal('window', { bridge })
  const written: string[] = []
  const file = useSaveAs(async (path) => {
    if (path.includes('full')) throw new Failure('DISK_FULL')
    written.push(path)
  })
  return { file, written }
}

it('asks here, adds the ending, and writes there', async () => {
  const { file, written } = asked()
  await file.start('ventas.csv')
  expect(written).toEqual([])
  expect(file.asking.value).toEqual({ folder: '/home', name: 'ventas.csv', replaces: false })
  await file.confirm('/home', 'nov', false)
  expect(written).toEqual(['/home/nov.csv'])
  expect([file.asking.value, file.error.value]).toEqual([null, null])
})

it('asks before it replaces, each time anew, also where only the folder or the ending changed', async () => {
  const { file, written } = asked('/home/nov.csv', '/other/nov.csv')
  await file.start('ventas.csv')
  for (const folder of ['/home', '/other']) {
    await file.confirm(folder, 'nov', false)
    const first = file.asking.value
    expect(first).toEqual({ folder, name: 'nov.csv', replaces: true })
    await file.confirm(folder, 'nov', false)
    // The same answer is a new one: the panel shows the name as it would be written.
    expect(file.asking.value).not.toBe(first)
  }
  expect(written).toEqual([])
  await file.confirm('/other', 'nov.csv', true)
  expect(written).toEqual(['/other/nov.csv'])
})

it('writes once for a key that was pressed twice', async () => {
  const { file, written } = asked()
  await Promise.all([file.start('ventas.csv'), file.start('ventas.csv')])
  await Promise.all([file.confirm('/home', 'nov', false), file.confirm('/home', 'nov', false)])
  expect(written).toEqual(['/home/nov.csv'])
  await Promise.all([file.again(), file.again()])
  expect(written).toHaveLength(2)
})

it('says why a file was not written at a place that was typed, until the next try', async () => {
  const { file, written } = asked()
  await file.start('ventas.csv')
  await file.confirm('/full', 'nov', false)
  expect(file.error.value?.code).toBe('DISK_FULL')
  expect(file.mayRetry.value).toBe(true)
  await file.again()
  expect(file.error.value?.code).toBe('DISK_FULL')
  await file.start('ventas.csv')
  expect(file.error.value).toBeNull()
  await file.confirm('/home', 'nov', false)
  expect(written).toEqual(['/home/nov.csv'])
})
