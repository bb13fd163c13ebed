import { z } from 'zod'
import type { HubConnection } from './connect.ts'

// What an accountant's login writes (schema/*-book-writing.ts): natures of products and the map, and nothing else.

const whole = z.union([z.string(), z.number()]).transform(Number).pipe(z.int())
const kindSchema = z.enum(['nature', 'chart'])
const saidRow = z.object({ kind: kindSchema, key: z.string(), version: whole, body: z.unknown() })
/** Something that is said of an account; `body` null: it was taken away. */
export type BookSaid = z.output<typeof saidRow>
const takenRow = z.object({ kind: kindSchema, key: z.string() })

/** What is said of an account's products and map. @throws Failure HUB_NO_BOOKS, HUB_MAY_NOT_WRITE … */
export const readBookSaid = (hub: HubConnection, account: string): Promise<BookSaid[]> =>
  hub.rows(saidRow, 'select * from hub.book_said_v1($1)', [account])

/** Says some of it anew, each by the version that was known; answers those that were taken. @throws Failure as readBookSaid */
export const sayBooks = (
  hub: HubConnection,
  account: string,
  changes: readonly BookSaid[],
): Promise<z.output<typeof takenRow>[]> =>
  hub.rows(takenRow, 'select * from hub.book_say_v1($1, $2::jsonb)', [
    account,
    JSON.stringify(changes),
  ])
