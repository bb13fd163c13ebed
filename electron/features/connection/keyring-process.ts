import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { nativeKeyring } from './native-keyring.ts'

/**
 * A program of its own: does what one JSON document on standard input asks of the keyring and
 * prints the secret, if any, as one JSON document. Secrets are never arguments.
 */
const requestSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('read'), account: z.string() }),
  z.object({ action: z.literal('write'), account: z.string(), secret: z.string() }),
  z.object({ action: z.literal('remove'), account: z.string() }),
])

const request = requestSchema.parse(JSON.parse(await text(process.stdin)))
let secret: string | null = null
if (request.action === 'read') secret = await nativeKeyring.read(request.account)
else if (request.action === 'write') await nativeKeyring.write(request.account, request.secret)
else await nativeKeyring.remove(request.account)
process.stdout.write(JSON.stringify({ secret }))
