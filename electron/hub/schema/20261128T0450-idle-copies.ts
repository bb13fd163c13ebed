import { rowsKept } from './20261123T1435-rows-kept.ts'
import { anew, type SchemaStep } from './step.ts'

const push = anew(rowsKept, 'push_v1', [
  [
    'declare own hub.register := hub.own_register();',
    `declare
        own hub.register := hub.own_register();
        said bigint := case when push_v1.known_until is not null then
          least(push_v1.known_until, floor(extract(epoch from now()) * 1000)::bigint) end;`,
  ],
  [
    `known_until = greatest(s.known_until, case when push_v1.known_until is not null then
              least(push_v1.known_until, floor(extract(epoch from now()) * 1000)::bigint) end)`,
    `known_until = case when upto_seq > after_seq then coalesce(said, s.moved_until) else greatest(s.known_until, said) end,
            moved_until = case when upto_seq > after_seq then coalesce(said, s.moved_until) else s.moved_until end`,
  ],
])

/**
 * Until when all of a register is here is said by whoever sends, also with nothing to send: of a folder that was copied the copy
 * at rest said so for the one that sold, too. Once something comes, what counts is what was said with something that had changed.
 */
export const idleCopies: SchemaStep = {
  id: '20261128T0450-idle-copies',
  sql: `
    alter table hub.stream add column moved_until bigint;
    update hub.stream set moved_until = known_until;
    ${push}
  `,
}
