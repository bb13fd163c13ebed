/** Of the driver, what is used: rows are unknown until a schema parsed them. */
declare module 'pg' {
  import type { ConnectionOptions } from 'node:tls'

  interface ClientConfig {
    host: string
    port: number
    database: string
    user: string
    password: string
    ssl: ConnectionOptions | false
    application_name: string
    connectionTimeoutMillis: number
    query_timeout: number
    keepAlive: boolean
  }

  export class Client {
    constructor(config: ClientConfig)
    connect(): Promise<void>
    query(sql: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>
    end(): Promise<void>
    readonly connection: { readonly stream: { destroy(): void } }
    on(event: 'error', listener: (error: Error) => void): this
  }

  const pg: { Client: typeof Client }
  export default pg
}
