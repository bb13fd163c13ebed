import { z } from 'zod'
import type { PayeeProduct } from '../../../shared/domain/sale/product-setting.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, rowOf } from '../sqlite/rows.ts'

/** What can be read of which products pay whose bills. */
export interface PayeeBookReader {
  all(profileId: string): PayeeProduct[]
}

export interface PayeeBook extends PayeeBookReader {
  /** Learns a product of a payee; one that is known stays as it was. */
  learn(profileId: string, payee: string, productId: string, at: number): void
  forget(profileId: string, payee: string, productId: string): void
}

const payeeRow = rowOf({ payee: z.string(), productId: z.string(), learnedAt: z.int() })

export function createPayeeBookReader(db: Database): PayeeBookReader {
  return {
    all: (profileId) =>
      db.all(
        payeeRow,
        `select payee, product_id, learned_at from payee_product
         where profile_id = ? order by payee, learned_at, product_id`,
        profileId,
      ),
  }
}

/** Over the journal in the hands of its one writer. */
export function createPayeeBook(db: Database): PayeeBook {
  return {
    ...createPayeeBookReader(db),
    learn: (profileId, payee, productId, at) => {
      const row = { profileId, payee, productId, learnedAt: at }
      insertRow(db, 'payee_product', row, 'on conflict do nothing')
    },
    forget: (profileId, payee, productId) => {
      db.run(
        'delete from payee_product where profile_id = ? and payee = ? and product_id = ?',
        profileId,
        payee,
        productId,
      )
    },
  }
}
