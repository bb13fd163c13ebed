import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createFakeBridge } from './fake-bridge.ts'
import { useSaveTarget } from './save-target.ts'

const place = z.object({ folder: z.string(), name: z.string() })
afterEach(() => vi.unstubAllGlobals())

/** A window without a save dialog, over folders that hold these files. */
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
  return useSaveTarget()
}

it('asks here, adds the ending, and answers the path', async () => {
  const target = asked()
  expect(await target.choose('ventas.csv')).toBeNull()
  expect(target.asking.value).toEqual({ folder: '/home', name: 'ventas.csv', replaces: false })
  expect(await target.confirm('/home', 'nov', false)).toBe('/home/nov.csv')
  expect(target.asking.value).toBeNull()
})

it('asks before it replaces, each time anew, also where only the folder or the ending changed', async () => {
  const target = asked('/home/nov.csv', '/other/nov.csv')
  await target.choose('ventas.csv')
  for (const folder of ['/home', '/other']) {
    expect(await target.confirm(folder, 'nov', false)).toBeNull()
    const first = target.asking.value
    expect(first).toEqual({ folder, name: 'nov.csv', replaces: true })
    expect(await target.confirm(folder, 'nov', false)).toBeNull()
    // The same answer is a new one: the panel shows the name as it would be written.
    expect(target.asking.value).not.toBe(first)
  }
  expect(await target.confirm('/other', 'nov.csv', true)).toBe('/other/nov.csv')
})
