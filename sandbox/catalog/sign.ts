import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const mac = (key: Buffer, productId: number, nonce: string) =>
  createHmac('sha256', key).update(`${productId}.${nonce}`).digest('base64url')

/** A fresh signature of a quote of this product. */
export function signQuote(key: Buffer, productId: number): string {
  const nonce = randomBytes(9).toString('base64url')
  return `${nonce}.${mac(key, productId, nonce)}`
}

/** Whether this process signed a quote of this product with it. */
export function signMatches(key: Buffer, productId: number, sign: string): boolean {
  const nonce = sign.split('.')[0] ?? ''
  const expected = Buffer.from(`${nonce}.${mac(key, productId, nonce)}`)
  const given = Buffer.from(sign)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
