import { z } from 'zod'
import { dayMs } from '../../shared/domain/time/dates.ts'
import { Failure } from '../../shared/errors.ts'
import type { HubConnection } from './connect.ts'
import type { Days } from './reading.ts'

// What an accountant's login asks a hub for, to make a report over all registers (schema/*-books.ts): images, not masked.

/** bigint and numeric come as text. */
const whole = z.union([z.string(), z.number()]).transform(Number).pipe(z.int())

const accountRow = z.object({ account: z.string() })
const registerRow = z.object({
  code: z.string(),
  name: z.string(),
  branch: z.string().nullable(),
  now: whole,
  joined: whole,
  retired: whole.nullable(),
  complete: whole.nullable(),
  forked: whole.nullable(),
  missing: whole,
  stream: z.string(),
  seq: whole,
  tip: z.string(),
  unplaced: whole,
})
export type BookRegister = z.output<typeof registerRow>

const imageRow = z.object({ code: z.string(), id: z.string(), at: whole, doc: z.unknown() })
/** A thing of a register, as it sent it: what it holds nobody looked at yet. */
export type BookImage = z.output<typeof imageRow>

const productRow = z.object({ kind: z.string(), key: z.string(), body: z.unknown() })

/** The accounts of the registers that may be read. @throws Failure HUB_NO_BOOKS, HUB_NOT_PREPARED … */
export async function bookAccounts(hub: HubConnection): Promise<string[]> {
  const rows = await hub.rows(accountRow, 'select * from hub.book_accounts_v1()')
  return rows.map(({ account }) => account)
}

/** The registers that may be read, with how many sales of some days nobody said the account of. @throws Failure HUB_NO_BOOKS, HUB_NOT_PREPARED … */
export const bookRegisters = (hub: HubConnection, { from, to }: Days): Promise<BookRegister[]> =>
  hub.rows(
    registerRow,
    'select * from hub.book_registers_v1($1, $2)',
    [from, to].map((day) => Date.parse(`${day}T00:00:00Z`) / dayMs),
  )

/** All that is read for a report, part by part. */
export interface BookEars {
  registers: (registers: readonly BookRegister[]) => void
  product: (kind: string, key: string, body: unknown) => void
  images: (kind: 'sale' | 'shift' | 'balance', images: readonly BookImage[]) => void
}

/** So many images are asked for at once: some megabytes. */
const atOnce = 2_000

/**
 * Reads the images of an account that a report of some days needs, all as they were at one moment: sales begun in a time (epoch
 * ms) and those that still wait, shifts that ran in it, and balances.
 * @throws Failure HUB_NO_BOOKS, HUB_UNREACHABLE …
 */
export function readBooks(
  hub: HubConnection,
  { account, days, time }: { account: string; days: Days; time: { start: number; end: number } },
  ears: BookEars,
): Promise<void> {
  const { start, end } = time
  return hub.transaction(async () => {
    await hub.run('set transaction isolation level repeatable read, read only')
    ears.registers(await bookRegisters(hub, days))
    const products = 'select * from hub.book_products_v1($1)'
    for (const { kind, key, body } of await hub.rows(productRow, products, [account]))
      ears.product(kind, key, body)
    const parts = [
      ['shift', 'hub.book_shifts_v1($1, $4, $5, $2, $3, $6)', [start, end, atOnce]],
      ['sale', 'hub.book_sales_v1($1, $4, $5, $2, $3, $6)', [start, end, atOnce]],
      ['sale', 'hub.book_waiting_v1($1, $2, $3, $4)', [atOnce]],
      ['balance', 'hub.book_balances_v1($1, $4, $5, $2, $3, $6)', [start, end, atOnce]],
    ] as const
    for (const [kind, call, values] of parts) {
      const page = (after: readonly [number, string]) =>
        hub.rows(imageRow, `select * from ${call}`, [account, ...after, ...values])
      let after: readonly [number, string] = [0, '']
      let next: Promise<BookImage[]> | null = page(after)
      while (next !== null) {
        const images: BookImage[] = await next
        const last = images.at(-1)
        next = null
        if (last && images.length >= atOnce) {
          if (last.at === after[0] && last.id === after[1])
            throw new Failure('HUB_FAILED', { reason: kind })
          after = [last.at, last.id]
          // The server looks for the next page while this one is written.
          next = page(after)
          next.catch(() => undefined)
        }
        try {
          ears.images(kind, images)
        } catch (caught) {
          // One question at a time: what was asked for meanwhile comes to its end first.
          await next?.catch(() => undefined)
          throw caught
        }
      }
    }
  })
}
