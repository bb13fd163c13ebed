import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const keyBytes = 32
const saltBytes = 16
const blockSize = 8

/**
 * A PIN as it is kept: `scrypt$cost$salt$key`, salt and key in hexadecimal, a new salt each time. The cost
 * stands with it, so that a later version can ask more of new ones. About 60 ms and 32 MB at 2^15.
 */
export async function hashPin(pin: string, cost = 2 ** 15): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await keyOf(pin, salt, cost)
  return ['scrypt', cost, salt.toString('hex'), key.toString('hex')].join('$')
}

/** Whether a PIN is the one that was kept, in a time that does not depend on how much of it is right. */
export async function isPin(pin: string, kept: string): Promise<boolean> {
  const [kind, cost, salt = '', key = ''] = kept.split('$')
  const n = Number(cost)
  if (kind !== 'scrypt' || !Number.isInteger(n)) return false
  const known = Buffer.from(key, 'hex')
  const tried = await keyOf(pin, Buffer.from(salt, 'hex'), n)
  return known.length === tried.length && timingSafeEqual(known, tried)
}

function keyOf(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize
  return derive(pin, salt, keyBytes, { N: cost, r: blockSize, p: 1, maxmem })
}
