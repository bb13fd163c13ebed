import { z } from 'zod'
import type { PayeeProduct } from '../../../shared/domain/product/product-setting.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, rowOf } from '../sqlite/rows.ts'

export type PayeeBook = ReturnType<typeof createPayeeBook>

const payeeRow = rowOf({ payee: z.string(), productId: z.string(), learnedAt: z.int() })

/** What can be read of which products pay whose bills. */
export function createPayeeBookReader(db: Database) {
  return {
    all: (profileId: string): PayeeProduct[] =>
      db.all(
        payeeRow,
        `select payee, product_id, learned_at from payee_product
         where profile_id = ? order by payee, learned_at, product_id`,
        profileId,
      ),
  }
}

/** Over the journal in the hands of its one writer. */
export function createPayeeBook(db: Database) {
  return {
    ...createPayeeBookReader(db),
    /** Learns a product of a payee; one that is known stays as it was. */
    learn: (profileId: string, payee: string, productId: string, at: number) => {
      const row = { profileId, payee, productId, learnedAt: at }
      insertRow(db, 'payee_product', row, 'on conflict do nothing')
    },
    forget: (profileId: string, payee: string, productId: string) => {
      db.run(
        'delete from payee_product where profile_id = ? and payee = ? and product_id = ?',
        profileId,
        payee,
        productId,
      )
    },
  }
}
