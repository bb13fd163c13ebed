import { createServer } from 'node:http'

/** A service on this computer, and how it ends. */
export interface AnswerServer {
  url: string
  close(): void
}

/** A service that answers a path with these data, or with an error where there are none. */
export async function serveAnswers(dataOf: (path: string) => object | null): Promise<AnswerServer> {
  const server = createServer((request, response) => {
    const data = dataOf(request.url ?? '')
    const status = data === null ? 500 : 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ statusCode: status, data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
