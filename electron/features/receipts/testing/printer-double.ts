import { createServer, type Socket } from 'node:net'

/** For tests: a receipt printer on the network, with its moods. */
export interface PrinterDouble {
  port: number
  /** All bytes that came, of each connection, without the questions after its state. */
  papers(): Buffer[]
  /** Settles when this many connections have ended. */
  printed(count: number): Promise<void>
  close(): Promise<void>
}

export interface PrinterMood {
  /** What it answers to DLE EOT 2 and 4; null: nothing, as the cheapest do. */
  state?: [offline: number, paper: number] | null
  /** What it answers to GS r 1; null: nothing. */
  end?: number | null
  /** What becomes of a connection. */
  on?: (socket: Socket, received: number) => void
  /** Never lets go of a connection by itself. */
  keepsOpen?: boolean
}

export const wellState: [number, number] = [0x12, 0x12]
const question = Buffer.from([0x10, 0x04, 0x02, 0x10, 0x04, 0x04])
const endQuestion = Buffer.from([0x1d, 0x72, 0x01])

/** A real TCP server on a free port of this computer. */
export async function startPrinter(mood: PrinterMood = {}): Promise<PrinterDouble> {
  const { state = wellState, end = 0 } = mood
  const papers: Buffer[] = []
  const sockets = new Set<Socket>()
  let ended = 0
  let wake = () => {}
  const server = createServer({ allowHalfOpen: mood.keepsOpen ?? false }, (socket) => {
    const index = papers.push(Buffer.alloc(0)) - 1
    let received = 0
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      ended += 1
      wake()
    })
    socket.on('data', (chunk) => {
      // A question may come in one piece with what stands before it.
      let rest = chunk
      for (let at = rest.indexOf(question); at >= 0; at = rest.indexOf(question)) {
        rest = Buffer.concat([rest.subarray(0, at), rest.subarray(at + question.length)])
        if (state) socket.write(Buffer.from(state))
      }
      if (rest.length === 0) return
      received += rest.length
      const asksEnd = rest.subarray(-endQuestion.length).equals(endQuestion)
      const paper = asksEnd ? rest.subarray(0, -endQuestion.length) : rest
      papers[index] = Buffer.concat([papers[index] ?? Buffer.alloc(0), paper])
      if (asksEnd && end !== null) socket.write(Buffer.from([end]))
      mood.on?.(socket, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    papers: () => papers.filter((paper) => paper.length > 0),
    async printed(count) {
      while (ended < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy())
        server.close(() => resolve())
      }),
  }
}
