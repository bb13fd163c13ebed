import { reading } from './20261123T1740-reading.ts'
import { anew, type SchemaStep } from './step.ts'

const isThere = "if to_regclass('hub.' || name) is not null then return; end if;"

/**
 * Of registers that send a month's first sales at once one makes it and the others wait. What they had found missing is remembered
 * until a table is locked, and they made it again, which failed: they look for it in the rows, as these are by then.
 */
export const monthMade: SchemaStep = {
  id: '20261128T0840-month-made',
  sql: anew(reading, 'make_month', [
    [
      isThere,
      "if exists (select from pg_class c where c.relnamespace = 'hub'::regnamespace and c.relname = name) then return; end if;",
    ],
  ]),
}
