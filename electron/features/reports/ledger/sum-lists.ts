/**
 * Sums of one day, status and currency as three lists in JSON: their products, how many rows each is of, and the
 * amounts, which are whole and written as such as long as they are exact. The order of the lists is that of the sums.
 */
export const sumLists = `json_group_array(product), json_group_array(rows),
  json_group_array(iif(abs(amount) < 9e15, cast(amount as integer), amount))`

/** What those lists say. */
export interface SumLists {
  day: string
  status: number
  /** Empty: no amount of them could be read. */
  currency: string
  /** 0: none. */
  products: readonly number[]
  rows: readonly number[]
  /** Minor units. */
  amounts: readonly number[]
}

/** A row of day, status, currency and those lists, checked by hand: a year of a large shop has a hundred thousand sums. */
export function sumListsOf([day, status, currency, ...lists]: readonly unknown[]): SumLists {
  if (typeof day !== 'string' || typeof status !== 'number' || typeof currency !== 'string') {
    throw notSums()
  }
  const [products = [], rows = [], amounts = []] = lists.map(numbersOf)
  if (rows.length !== products.length || amounts.length !== products.length) throw notSums()
  return { day, status, currency, products, rows, amounts }
}

function numbersOf(json: unknown): readonly number[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : null
  if (!Array.isArray(list) || !list.every((one): one is number => typeof one === 'number')) {
    throw notSums()
  }
  return list
}

function notSums(): TypeError {
  return new TypeError('a row is none of sums')
}
