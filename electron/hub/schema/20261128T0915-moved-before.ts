import { bookWriting } from './20261127T1555-book-writing.ts'
import { movedLines } from './20261128T0810-moved-lines.ts'
import { anew, type SchemaStep } from './step.ts'

/**
 * What a register that is moved takes along (T0810) is also what it goes on with of a retired one: its journal has it, and tells it in
 * the other branch. And what it shares while it is moved is of one of both branches: it is known which once nobody else moves it.
 */
export const movedBefore: SchemaStep = {
  id: '20261128T0915-moved-before',
  sql: `
    ${anew(movedLines, 'lines_move', [
      [
        "and k.body ->> 'by' = new.code",
        "and k.body ->> 'by' in (select r.code from hub.register r where hub.continues(r.id, new))",
      ],
      // By its own code: back again it tells what it told itself.
      [
        `k.body || '{"lines": []}'`,
        `k.body || jsonb_build_object('by', new.code, 'lines', '[]'::jsonb)`,
      ],
    ])}
    ${anew(bookWriting, 'share_v1', [
      [
        "'20261123T2140-shared' for update;",
        `'20261123T2140-shared' for update;
          own := hub.own_register();
          home := 'branch ' || coalesce(own.branch, '');`,
      ],
    ])}
  `,
}
