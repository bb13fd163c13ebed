/** Limits of time, all in milliseconds. */
export interface Timeouts {
  /** From asking for a connection until it is secured: name, TCP, proxy and TLS together. */
  connect: number
  /** The whole of a sell; the service may take 60 s by itself. */
  sell: number
  /** The whole of a short read. */
  read: number
  /** The whole of a query: products ask third parties behind it. */
  query: number
  /** The whole of a list of up to 1,000 rows. */
  list: number
  /** The pause before the first repetition of a read; it doubles from there. */
  retryPause: number
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  sell: 90_000,
  read: 30_000,
  query: 70_000,
  list: 60_000,
  retryPause: 400,
}
