import { z } from 'zod'
import type { TrailEntry } from '../../shared/contract/people.ts'
import type { Database } from './db.ts'

/** One thing that somebody did, as it is written. */
export interface TrailDraft {
  at: number
  person: { id: string; name: string } | null
  action: string
  subject?: string | null
  detail?: string | null
}

export interface TrailFilter {
  /** Epoch ms: from this moment until before that one. */
  start: number
  end: number
  personId: string | null
}

export interface TrailReader {
  /** Newest first, and how many there are in all. */
  page(filter: TrailFilter, limit: number, offset: number): { entries: TrailEntry[]; count: number }
  /** When (epoch ms) the last line was written, by the clock of then; null: there is none. */
  lastAt(): number | null
}

export interface Trail extends TrailReader {
  /** Appends; nothing changes or deletes it afterwards. */
  add(entry: TrailDraft): void
}

const trailRow = z
  .object({
    seq: z.int(),
    at: z.int(),
    person_id: z.string().nullable(),
    person_name: z.string().nullable(),
    action: z.string(),
    subject: z.string().nullable(),
    detail: z.string().nullable(),
  })
  .transform(({ person_id: id, person_name: name, ...rest }): TrailEntry => ({
    ...rest,
    person: id === null ? null : { id, name: name ?? id },
  }))

const atRow = z.object({ at: z.int() })
const countRow = z.object({ count: z.int() })
const chosen = 'at >= ? and at < ? and ifnull(person_id = ?, 1)'

export function createTrailReader(db: Database): TrailReader {
  return {
    page: ({ start, end, personId }, limit, offset) => ({
      entries: db.all(
        trailRow,
        `select * from trail where ${chosen} order by seq desc limit ? offset ?`,
        start,
        end,
        personId,
        limit,
        offset,
      ),
      count:
        db.get(
          countRow,
          `select count(*) as count from trail where ${chosen}`,
          start,
          end,
          personId,
        )?.count ?? 0,
    }),
    lastAt: () => db.get(atRow, 'select at from trail order by seq desc limit 1')?.at ?? null,
  }
}

/** Over the journal in the hands of its one writer. */
export function createTrail(db: Database): Trail {
  return {
    ...createTrailReader(db),
    add: ({ at, person, action, subject, detail }) => {
      db.run(
        `insert into trail (at, person_id, person_name, action, subject, detail)
         values (?, ?, ?, ?, ?, ?)`,
        at,
        person?.id ?? null,
        person?.name ?? null,
        action,
        subject ?? null,
        detail ?? null,
      )
    },
  }
}
