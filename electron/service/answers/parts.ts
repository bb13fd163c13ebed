import type { Category } from '../service.ts'
import type { ReadOperation, Results } from './results.ts'

/** How a result crosses from one thread to another: in parts, so that none holds the main thread up for long. */
interface Way<T> {
  split: (whole: T) => Iterable<T>
  /** Of at least one part. */
  join: (parts: readonly T[]) => T | undefined
}

/** The most items of one part. */
const partSize = 1_000

function* slices<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from === 0 || from < items.length; from += partSize) {
    yield items.slice(from, from + partSize)
  }
}

function* categorySlices(categories: readonly Category[]): Generator<Category[]> {
  let part: Category[] = []
  let products = 0
  for (const category of categories) {
    for (const slice of slices(category.products)) {
      part.push({ ...category, products: slice })
      products += slice.length
      if (products < partSize && part.length < partSize) continue
      yield part
      part = []
      products = 0
    }
  }
  yield part
}

/** A category that was cut goes on in the next part: as the same one, beside it. */
function joinCategories(parts: readonly Category[][]): Category[] {
  const whole: Category[] = []
  let open: Category | undefined
  for (const category of parts.flat()) {
    if (open?.id === category.id && open.products.length % partSize === 0) {
      open.products.push(...category.products)
    } else whole.push((open = category))
  }
  return whole
}

const atOnce = {
  split: <T>(whole: T) => [whole],
  join: <T>(parts: readonly T[]) => parts[0],
}

const ways: { [O in ReadOperation]: Way<Results[O]> } = {
  getBusiness: atOnce,
  find: atOnce,
  query: atOnce,
  getProduct: atOnce,
  generateLink: atOnce,
  list: { split: slices, join: (parts) => parts.flat() },
  listProducts: { split: categorySlices, join: joinCategories },
}

/** The parts of a result, in order. */
export function inParts<O extends ReadOperation>(
  operation: O,
  whole: Results[O],
): Iterator<Results[O]> {
  const way: Way<Results[O]> = ways[operation]
  return way.split(whole)[Symbol.iterator]()
}

/** The result of its parts; undefined when there are none. */
export function fromParts<O extends ReadOperation>(
  operation: O,
  parts: readonly Results[O][],
): Results[O] | undefined {
  const way: Way<Results[O]> = ways[operation]
  return way.join(parts)
}
