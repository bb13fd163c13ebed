import { createServer } from 'node:http'

// A service in a process of its own that answers as much as it may, and more: what it does takes no time of the
// program that is measured.

const items = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`
const success = (data: string) => `{"statusCode":200,"message":"","data":${data}}`

const product = (index: number) =>
  `{"id":${index},"name":"Recarga de prueba ${index}","image":"/images/${index}.png","description":"Recarga en línea a cualquier operador","price":null,"categoryId":1,"tip":3}`
const catalog = (count: number) =>
  success(
    `{"Categories":${items(100, (at) => `{"id":${at},"name":"Categoría ${at}","sort":${at},"Products":${items(count / 100, (index) => product((at * count) / 100 + index))}}`)}}`,
  )
const row = (index: number) =>
  `{"id":${index},"TransactionsStatus":{"id":2,"name":"APPROVED"},"Product":{"id":10000,"name":"Recarga"},"amount":5000.10,"createdAt":"2026-10-01 10:00:00"}`

/** Answers by the name that stands in the path of the base URL. */
const answers: Record<string, () => string> = {
  lists: () => success(items(5_590_000, () => '[]')),
  catalog: () => catalog(100_000),
  toomany: () => catalog(150_000),
  page: () => success(`{"Transactions":${items(1_000, row)}}`),
  form: () => success(`{"Inputs":${items(20_000, () => '{}')},"Amount":{}}`),
}
const made = new Map(Object.entries(answers).map(([name, make]) => [name, Buffer.from(make())]))

const server = createServer((request, response) => {
  request.resume()
  const body = made.get(request.url?.split('/')[1] ?? '') ?? Buffer.from(success('{}'))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })
})
