import { crc32, deflateSync } from 'node:zlib'
import type { ServiceCatalog } from '../catalog/catalog.ts'
import type { Product } from '../catalog/types.ts'
import { hash } from '../random.ts'

export interface Image {
  type: string
  body: Buffer
}

const WORDS_TO_SKIP = new Set(['de', 'del', 'la', 'el', 'los', 'en', 'y', 'por', 'a', 'recarga'])
const WORDS_OF_FAMILY = new Set(['pin', 'retiro', 'premio', 'banco', 'recaudo', 'revista'])

/** One or two letters that stand for a name, its family's word left out. */
function initials(name: string): string {
  const words = name.match(/\p{L}+/gu) ?? []
  const telling = words.filter((word) => !WORDS_TO_SKIP.has(word.toLowerCase()))
  const own = telling.filter((word) => !WORDS_OF_FAMILY.has(word.toLowerCase()))
  const [first = 'M', second] = own.length > 0 ? own : telling
  return ((first[0] ?? 'M') + (second?.[0] ?? first[1] ?? '')).toUpperCase()
}

/** A rounded tile in a colour of its own, with a lighter band and the initials. */
function tile(name: string): string {
  const hue = hash(`hue ${name}`) % 360
  const turn = hash(`turn ${name}`) % 4
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<defs><clipPath id="c"><rect width="96" height="96" rx="20"/></clipPath></defs>
<g clip-path="url(#c)"><rect width="96" height="96" fill="hsl(${hue} 58% 36%)"/>
<g transform="rotate(${turn * 90} 48 48)"><circle cx="84" cy="10" r="46" fill="hsl(${(hue + 24) % 360} 58% 41%)"/>
<path d="M-4 84Q30 60 58 78T104 66V104H-4Z" fill="hsl(${(hue + 340) % 360} 60% 28%)"/></g>
<text x="48" y="61" font-family="Inter,Arial,sans-serif" font-size="37" font-weight="700"
 text-anchor="middle" fill="#fff">${initials(name)}</text></g></svg>`
}

const SIZE = 96

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A square of 96 pixels as PNG (RGBA, 8 bits), each pixel's colour given by `paint`. */
function png(paint: (x: number, y: number) => readonly number[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.from(
    Array.from({ length: SIZE }, (_, y) => [
      0,
      ...Array.from({ length: SIZE }, (_, x) => paint(x, y)).flat(),
    ]).flat(),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A red disc with a white crescent: the one image that the contract names as a PNG. */
function disc(x: number, y: number): readonly number[] {
  const far = (cx: number, cy: number) => Math.hypot(x - cx, y - cy)
  const cover = (distance: number, radius: number) =>
    Math.min(1, Math.max(0, radius - distance + 0.5))
  const outside = cover(far(47.5, 47.5), 46)
  const white = cover(far(47.5, 47.5), 28) * (1 - cover(far(58, 40), 24))
  const mix = (red: number) => Math.round(red + (255 - red) * white)
  return [mix(200), mix(24), mix(32), Math.round(255 * outside)]
}

const svg = (name: string): Image => ({
  type: 'image/svg+xml; charset=utf-8',
  body: Buffer.from(tile(name)),
})

const fileOf = (product: Product) => product.image.slice('/images/'.length)

/** Every image of the catalog by its file name. */
export function createImages(catalog: ServiceCatalog): Map<string, Image> {
  const images = new Map(catalog.products.map((product) => [fileOf(product), svg(product.name)]))
  images.set('balance.svg', svg('Saldo'))
  images.set('claro.png', { type: 'image/png', body: png(disc) })
  return images
}
