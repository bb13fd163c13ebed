import type { DatabaseSync } from 'node:sqlite'

/** Creates the ledger's tables when they are not there yet. Money is in minor units. */
export function createSchema(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS business (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      currency TEXT NOT NULL,
      balance INTEGER NOT NULL,
      profits INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS transactions (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('sales', 'buys')),
      transaction_id TEXT NOT NULL,
      customer_id TEXT,
      product_id INTEGER,
      product_name TEXT,
      amount INTEGER NOT NULL,
      currency TEXT NOT NULL,
      costs INTEGER NOT NULL,
      delta INTEGER NOT NULL,
      profit INTEGER NOT NULL,
      prev_balance INTEGER NOT NULL,
      new_balance INTEGER NOT NULL,
      status INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      processing_at INTEGER,
      final_at INTEGER,
      created_at INTEGER NOT NULL,
      visible_at INTEGER NOT NULL,
      document TEXT NOT NULL,
      cellphone TEXT NOT NULL,
      data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS transactions_by_time ON transactions (kind, created_at);
    CREATE INDEX IF NOT EXISTS transactions_by_customer ON transactions (customer_id);
    CREATE INDEX IF NOT EXISTS transactions_to_process ON transactions (processing_at)
      WHERE processing_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS transactions_to_end ON transactions (final_at)
      WHERE final_at IS NOT NULL;
  `)
}
