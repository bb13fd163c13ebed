import { z } from 'zod'
import { directionSchema, type Direction } from '../../../shared/domain/money/money.ts'
import {
  productNatureSchema,
  type ProductSetting,
} from '../../../shared/domain/product/product-setting.ts'
import type { Database } from '../sqlite/db.ts'
import { rowOf } from '../sqlite/rows.ts'

/** What is said anew; left out: as it was. */
export type ProductChange = Partial<Pick<ProductSetting, 'direction' | 'nature'>>

const settingRow = rowOf({
  productId: z.string(),
  direction: directionSchema.nullable(),
  nature: productNatureSchema.nullable(),
})

const directionRow = rowOf({ productId: z.string(), direction: directionSchema })

/** What can be read of what the owner said about products. */
export function createProductSettingsReader(db: Database) {
  return {
    all: (profileId: string): ProductSetting[] =>
      db.all(
        settingRow,
        `select product_id, direction, nature from product_setting
         where profile_id = ? and (direction is not null or nature is not null) order by product_id`,
        profileId,
      ),
    /** The products whose direction the owner chose. */
    directions: (profileId: string): ReadonlyMap<string, Direction> => {
      const rows = db.all(
        directionRow,
        `select product_id, direction from product_setting
         where profile_id = ? and direction is not null`,
        profileId,
      )
      return new Map(rows.map((row) => [row.productId, row.direction]))
    },
  }
}

/** Over the journal in the hands of its one writer. */
export function createProductSettings(db: Database) {
  /** Says the same of several products, in one commit. */
  function set(
    profileId: string,
    productIds: readonly string[],
    { direction, nature }: ProductChange,
    at: number,
  ): void {
    db.transaction(() => {
      for (const productId of productIds) {
        db.run(
          `insert into product_setting (profile_id, product_id, direction, nature, updated_at)
           values (:profileId, :productId, :direction, :nature, :at)
           on conflict (profile_id, product_id) do update set
             direction = iif(:isDirected, excluded.direction, direction),
             nature = iif(:isNatured, excluded.nature, nature),
             updated_at = excluded.updated_at`,
          {
            profileId,
            productId,
            direction: direction ?? null,
            nature: nature ?? null,
            at,
            isDirected: direction === undefined ? 0 : 1,
            isNatured: nature === undefined ? 0 : 1,
          },
        )
      }
    })
  }

  return {
    ...createProductSettingsReader(db),
    set,
    /** Says several things, in one commit. */
    setAll: (
      profileId: string,
      changes: readonly (ProductChange & { productIds: readonly string[] })[],
      at: number,
    ): void =>
      db.transaction(() => {
        for (const { productIds, ...said } of changes) set(profileId, productIds, said, at)
      }),
  }
}
