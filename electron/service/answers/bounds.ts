import type { Operation } from '../operation.ts'

const kilobytes = 1024
const megabytes = 1024 * 1024

/**
 * The most bytes of an answer that are taken, by what each operation can need (contract, Resources). What is more is no
 * answer of this service: it is refused with ANSWER_TOO_LARGE, and a sale whose answer is, is unknown.
 */
export const maxBytes: Record<Operation, number> = {
  /** Two numbers. */
  getBusiness: 32 * kilobytes,
  /** An identifier. Always read at once: no thread stands between a sale and what proves it. */
  sell: 64 * kilobytes,
  /** One address. */
  generateLink: 32 * kilobytes,
  /** One transaction, with a picture of its payment method at worst. */
  find: 256 * kilobytes,
  /** A form with the lists that it chooses from: every town of the country, every credit of a customer. */
  query: megabytes,
  getProduct: megabytes,
  /** A thousand rows (contract, Limits) of four kilobytes. */
  list: 4 * megabytes,
  /** A hundred thousand products. */
  listProducts: 32 * megabytes,
  getImage: 2 * megabytes,
}

/** The most bytes that are read on the main thread: at worst some 40 ms. What is larger is read in a thread. */
export const mostHere = 64 * kilobytes

/** The most items of a list. Beyond them it is nothing that a person could choose from, or that the contract names. */
export const most = {
  /** Fields of one form. */
  inputs: 300,
  /** Choices of all its fields together. */
  options: 10_000,
  categories: 5_000,
  /** Of all categories together. */
  products: 100_000,
  /** Rows of one page of a report: five times what the contract says. */
  rows: 5_000,
}
