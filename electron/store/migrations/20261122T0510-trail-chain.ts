import { z } from 'zod'
import type { Database } from '../sqlite/db.ts'
import type { Migration } from '../sqlite/migrate.ts'
import { lineColumns, linkOf, personColumns, printOf } from '../tables/trail-chain.ts'

/** So many lines are held in memory at once. */
const atOnce = 10_000

const atRow = z.object({ at: z.int() })

/**
 * Chains the trail: each line holds the link of the one before. Lines from before are brought into the chain as they
 * are; that they were never changed until now nobody can say. A line about a person holds the print of who that
 * person is from then on, and each person who is here already gets one. What it writes follows from the journal alone:
 * a copy from before, restored, gets the same links.
 */
export const trailChain: Migration = {
  id: '20261122T0510-trail-chain',
  up: (db) => {
    db.exec(`
      drop trigger trail_fixed;
      alter table trail add column about text;
      alter table trail add column print text;
      alter table trail add column hash text not null default '';
    `)
    let before = chained(db)
    const last = db.get(atRow, 'select at from trail order by seq desc limit 1')?.at ?? 0
    for (const row of db.arrays(
      `select ${personColumns}, id, name, role, created_at from person order by created_at, id`,
    )) {
      const fields: unknown[] = Array.isArray(row) ? row : []
      const [id, name, role] = fields.slice(-4).map(String)
      const at = Math.max(last, Number(fields.at(-1)))
      const said = [null, null, 'people.kept', name, role, id, printOf(fields.slice(0, -4))]
      const seq = before.seq + 1
      const hash = linkOf(before.hash, [String(seq), String(at), ...said])
      db.run(
        `insert into trail (seq, at, action, subject, detail, about, print, hash)
         values (?, ?, 'people.kept', ?, ?, ?, ?, ?)`,
        ...[seq, at, name ?? '', role ?? '', id ?? '', String(said.at(-1)), hash],
      )
      before = { seq, hash }
    }
    db.exec(`
      create index trail_by_person on trail (about, seq) where about is not null;
      create index trail_by_notice on trail (seq) where action in (
        'trail.broken', 'trail.shorter', 'trail.other', 'trail.people', 'journal.restored',
        'journal.replayed'
      );
      create trigger trail_fixed before update on trail
        begin select raise(abort, 'the trail is never changed'); end;
      create trigger trail_chained before insert on trail
        when length(new.hash) <> 64 or new.seq <> (select ifnull(max(seq), 0) + 1 from trail)
        begin select raise(abort, 'the trail is a chain'); end;

      -- What a Z saw of the trail.
      alter table shift_close add column trail_lines integer
        generated always as (report ->> '$.trail.lines') virtual;
      alter table shift_close add column trail_head text
        generated always as (report ->> '$.trail.head') virtual;
      create index shift_close_by_trail on shift_close (trail_lines, trail_head, number)
        where trail_lines > 0;
    `)
  },
}

/** Writes the link of every line that is there; the last one. */
function chained(db: Database): { seq: number; hash: string } {
  let last = { seq: 0, hash: '' }
  for (;;) {
    const rows = db.arrays(
      `select ${lineColumns} from trail where seq > ? order by seq limit ${atOnce}`,
      last.seq,
    )
    for (const row of rows) {
      const said: unknown[] = Array.isArray(row) ? row : []
      last = { seq: Number(said[0]), hash: linkOf(last.hash, said) }
      db.run('update trail set hash = ? where seq = ?', last.hash, last.seq)
    }
    if (rows.length < atOnce) return last
  }
}
