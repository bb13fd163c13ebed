import { books } from './20261124T0420-books.ts'
import { anew, type SchemaStep } from './step.ts'

/** Which connections are an account is said once, by `hub.scope_of` (T0345): the same was said of each pair and of each connection. */
export const oneScope: SchemaStep = {
  id: '20261128T0800-one-scope',
  sql: `
    ${anew(books, 'book_products_v1', [
      [
        'exists (select from hub.pairs_of(account))',
        `exists (
              select from hub.scope_of(account) c
              where c.own <> '{}' or exists (
                select from unnest(c.registers) r, unnest(c.others) p where r || ' ' || p <> all (c.otherwise)))`,
      ],
    ])}
    ${anew(books, 'book_registers_v1', [
      [
        'hub.account_of(r.id, t.profile_id) is null',
        'not exists (select from hub.account_alias a where a.profile_id = t.profile_id)',
      ],
    ])}
    drop function hub.pairs_of(text), hub.account_of(integer, text);
  `,
}
