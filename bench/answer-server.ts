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

/** A service that lists these products and knows nothing else. */
export function serveCatalog(names: readonly string[]): Promise<AnswerServer> {
  const Categories = Array.from({ length: 80 }, (_, id) => ({
    id,
    name: `Categoría ${id}`,
    sort: id,
    Products: names.flatMap((name, index) =>
      index % 80 === id ? [{ id: 1_000_000 + index, name: nameAlone(name), price: null }] : [],
    ),
  }))
  return serveAnswers((path) => {
    if (path.endsWith('products/list')) return { Categories }
    return path.endsWith('getBusiness') ? { Business: { balance: 1, profits: 0 } } : null
  })
}

/** The window adds category and number to what is searched itself. */
function nameAlone(name: string): string {
  return name.replace(/ Categoría \d+ \d+$/, '')
}
