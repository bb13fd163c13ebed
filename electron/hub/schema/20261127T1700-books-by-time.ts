import type { SchemaStep } from './step.ts'

/**
 * Books are read page by page, by time and id over all registers. Each page read and sorted all that came after it, whole images
 * on the disk: a month's pages cost as their square. Now the index has that order. How many rows an account has is not estimated
 * (one in thousands is believed, nearly all it is), so that a sort seems cheap: it is taken only where nothing else can be done.
 */
export const booksByTime: SchemaStep = {
  id: '20261127T1700-books-by-time',
  sql: `
    create index sale_by_moment on hub.sale (created_at, id);
    alter function hub.book_sales_v1(text, bigint, bigint, bigint, text, integer) set enable_sort = off;
  `,
}
