import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../tests/folders.ts'
import { toAppError } from '../../shared/errors.ts'
import { connectHub } from './connect.ts'

/** A server that lets everybody in, answers so many questions with nothing, and then hangs: its side of the connection never ends. */
async function hangingHub(answers: number) {
  const folder = makeFolder('hub-hangs')
  const open = new Set<Socket>()
  const message = (type: string, body: Buffer) =>
    Buffer.concat([Buffer.from(type), sizeOf(body), body])
  const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
  const done = Buffer.concat([message('C', Buffer.from('BEGIN\0')), message('Z', Buffer.from('T'))])
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    let asked = -1
    socket.on('error', () => undefined)
    socket.on('data', () => {
      asked += 1
      if (asked === 0) socket.write(welcome)
      else if (asked <= answers) socket.write(done)
    })
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const address = { host: folder, port: 5432, database: 'shop', user: null, ca: null }
  const limits = { connect: 60_000, query: 30, end: 10 }
  return connectHub(address, { user: 'a', password: 'b' }, limits)
}

function sizeOf(body: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeInt32BE(body.length + 4)
  return size
}

test('a hub that hangs is left all the same', async () => {
  const hub = await hangingHub(0)
  await hub.close()
})

test('a hub that hangs in a transaction is not asked to take it back', async () => {
  const hub = await hangingHub(1)
  const work = hub.transaction(() => hub.run('select 1'))
  await expect(work).rejects.toMatchObject({ error: { code: 'HUB_UNREACHABLE' } })
  const after = await hub.run('select 1').catch(toAppError)
  expect(after).toMatchObject({ code: 'HUB_UNREACHABLE' })
  expect(JSON.stringify(after)).not.toContain('timeout')
  await hub.close()
})
