import { z } from 'zod'
import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { TrailEntry } from '../../../shared/contract/people.ts'
import {
  trailMarkSchema,
  trailNoticeActions,
  trailNoticeSchema,
  type TrailMark,
  type TrailNotice,
} from '../../../shared/domain/people/trail-mark.ts'
import type { Database } from '../sqlite/db.ts'
import {
  linkAt,
  linkOf,
  peopleUnlike,
  printOfPerson,
  trailHead,
  walkChain,
  zUnlike,
  type PersonUnlike,
  type SeenByZ,
  type Walk,
} from './trail-chain.ts'

/** One thing that somebody did, as it is written. */
export interface TrailDraft extends AuditLine {
  at: number
  person: { id: string; name: string } | null
  action: string
}

export interface TrailFilter {
  /** Epoch ms: from this moment until before that one. */
  start: number
  end: number
  personId: string | null
}

export type TrailReader = ReturnType<typeof createTrailReader>

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
const chosen = 'at >= :start and at < :end and ifnull(person_id = :personId, 1)'

export function createTrailReader(db: Database) {
  return {
    /** Newest first, and how many there are in all. */
    page: (
      { start, end, personId }: TrailFilter,
      limit: number,
      offset: number,
    ): { entries: TrailEntry[]; count: number } => {
      const named = { start, end, personId }
      const counted = db.get(countRow, `select count(*) as count from trail where ${chosen}`, named)
      const page = `select * from trail where ${chosen} order by seq desc limit :limit offset :offset`
      return {
        entries: db.all(trailRow, page, { ...named, limit, offset }),
        count: counted?.count ?? 0,
      }
    },
    /** When (epoch ms) the last line was written, by the clock of then; null: there is none. */
    lastAt: (): number | null =>
      db.get(atRow, 'select at from trail order by seq desc limit 1')?.at ?? null,
    /** How far it goes. */
    head: (): TrailMark => trailHead(db),
    /** The link of a line; null: there is no such line. */
    linkAt: (line: number): string | null => linkAt(db, line),
    /** Holds up to `limit` lines after `from` against their links. */
    walk: (from: TrailMark, limit: number): Walk => walkChain(db, from, limit),
    /** The first Z that saw another trail; null: none did. */
    zUnlike: (): SeenByZ | null => zUnlike(db),
    /** People who are not as the trail says. */
    peopleUnlike: (): PersonUnlike[] => peopleUnlike(db),
    /** What was found about the trail after a line, newest first. */
    notices: (after: number, limit: number): TrailNotice[] =>
      db.all(
        trailNoticeSchema,
        `select seq, at, action, subject, detail from trail
         where seq > ? and action in (${noticeActions}) order by seq desc limit ?`,
        after,
        limit,
      ),
    /** The last line that says the journal was brought back; null: it never was. */
    lastRestore: (): TrailMark | null =>
      db.get(
        trailMarkSchema,
        `select seq as lines, hash as head from trail where action in (${noticeActions})
         and action like 'journal.%' order by seq desc limit 1`,
      ),
  }
}

/** As the index says it, for SQL. */
const noticeActions = trailNoticeActions.map((action) => `'${action}'`).join(', ')

/** Over the journal in the hands of its one writer. */
export function createTrail(db: Database) {
  return {
    ...createTrailReader(db),
    /** Appends a link to the chain; nothing changes or deletes it afterwards. */
    add: (entry: TrailDraft): void => addLine(db, entry),
  }
}

/** Appends a line; one about a person, who is as that person shall stand, holds the print of that. */
export function addLine(db: Database, entry: TrailDraft, about: string | null = null): void {
  db.transaction(() => {
    const { lines, head } = trailHead(db)
    const { at, person, action, subject = null, detail = null } = entry
    const said = [person?.id, person?.name, action, subject, detail, about].map(storable)
    const line = [...said, about === null ? null : printOfPerson(db, about)]
    const seq = lines + 1
    db.run(
      `insert into trail
         (seq, at, person_id, person_name, action, subject, detail, about, print, hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[seq, at, ...line, linkOf(head, [String(seq), String(at), ...line])],
    )
  })
}

/** As the database gives it back: half of a surrogate pair is no character there. */
function storable(text: string | null | undefined): string | null {
  return text?.toWellFormed() ?? null
}
