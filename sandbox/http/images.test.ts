import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createServiceCatalog } from '../catalog/catalog.ts'
import { createImages } from './images.ts'

const images = createImages(createServiceCatalog('COP', false))

it('draws a tile with the initials of each product', () => {
  const svg = images.get('10001.svg')?.body.toString() ?? ''
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*>AM<\/text><\/g><\/svg>$/)
  expect(images.get('10002.svg')?.body.toString()).not.toBe(svg)
})

it('encodes the one PNG: 96 pixels square, clear at its corner and red at its edge', () => {
  const png = images.get('claro.png')?.body ?? Buffer.alloc(0)
  expect(png.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([96, 96])
  const length = png.readUInt32BE(33)
  expect(png.subarray(37, 41).toString()).toBe('IDAT')
  const rows = inflateSync(png.subarray(41, 41 + length))
  const pixel = (x: number, y: number) => [
    ...rows.subarray(y * 385 + 1 + x * 4, y * 385 + 5 + x * 4),
  ]
  expect(rows).toHaveLength(96 * 385)
  expect(pixel(0, 0)[3]).toBe(0)
  expect(pixel(48, 4)).toEqual([200, 24, 32, 255])
})
