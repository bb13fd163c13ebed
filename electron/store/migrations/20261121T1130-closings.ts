import type { Migration } from '../sqlite/migrate.ts'

/**
 * A person may close a sale that evidence left open. What was decided stands in its history, which nothing
 * changes; the newest decision stands with the sale. `is_open` and `shown_state` are what isOpen and
 * shownState (shared/domain/sale/closing.ts) say, for SQL to search and add up.
 */
export const closings: Migration = {
  id: '20261121T1130-closings',
  up: (db) => {
    db.exec(`
      alter table sale_event add column closing text;
      alter table sale add column closing text;
      alter table sale add column closed_as text
        generated always as (closing ->> '$.as') virtual;
      alter table sale add column is_closed integer generated always as (
        case
          when closing is null then 0
          when state = closing ->> '$.state'
            and (found is not null) = (closing ->> '$.seen')
            and (error ->> '$.code') is (closing ->> '$.code') then 1
          when closing ->> '$.as' = 'approved' then state = 'APPROVED'
          when closing ->> '$.as' = 'partial' then state = 'PARTIAL'
          when closing ->> '$.as' = 'rejected' then state in ('REJECTED', 'DECLINED')
          else state in ('DECLINED', 'NOT_SENT', 'REJECTED')
        end
      ) virtual;
      alter table sale add column is_open integer generated always as (
        case
          when closing is not null then not is_closed
          else state not in ('NOT_SENT', 'APPROVED', 'REJECTED', 'DECLINED')
        end
      ) virtual;
      alter table sale add column shown_state text generated always as (
        case
          when not is_closed then state
          when closed_as = 'approved' then 'APPROVED'
          when closed_as = 'partial' then 'PARTIAL'
          when closed_as = 'rejected' then 'REJECTED'
          else 'DECLINED'
        end
      ) virtual;
      alter table sale add column candidate_id text
        generated always as (closing ->> '$.candidateId') virtual;
      create index sale_by_open on sale (profile_id, created_at) where is_open = 1;
      create index sale_by_candidate on sale (candidate_id) where candidate_id is not null;
    `)
  },
}
