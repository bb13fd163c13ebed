import { createHash } from 'node:crypto'
import { z } from 'zod'
import { trailMarkSchema, type TrailMark } from '../../../shared/domain/people/trail-mark.ts'
import type { Database } from '../sqlite/db.ts'

// Each line of the trail holds the link of the one before it, its own content hashed with that. Journals hold links:
// what goes into one, and how, never changes.

/** The trail before its first line. */
export const trailStart: TrailMark = { lines: 0, head: '' }

/** What a line says, as it goes into its link: each column as text. */
export const lineColumns =
  'cast(seq as text), cast(at as text), person_id, person_name, action, subject, detail, about, print'

/** The link of a line: SHA-256 of the link before and of what the line says, in hexadecimal. */
export function linkOf(before: string, said: readonly unknown[]): string {
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(said)}`)
    .digest('hex')
}

/** Who somebody is and what that person may do, save wrong tries of the PIN, as one short text. */
export function printOf(person: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(person)).digest('hex')
}

/** What goes into a person's print, as columns. */
export const personColumns =
  'id, name, role, rights, cast(active as text), pin_hash, cast(created_at as text)'

/** The same with what a later shape knows of a person. Of who has no limits the print is what it was before there were any. */
const columnsNow = `${personColumns}, limits`
const printNow = (person: readonly unknown[]) =>
  printOf(person.at(-1) === null ? person.slice(0, -1) : person)

const headRow = trailMarkSchema

/** The last line. */
export function trailHead(db: Database): TrailMark {
  const head = 'select seq as lines, hash as head from trail order by seq desc limit 1'
  return db.get(headRow, head) ?? trailStart
}

/** The link of a line; null: there is no such line. */
export function linkAt(db: Database, line: number): string | null {
  return (
    db.get(z.object({ hash: z.string() }), 'select hash from trail where seq = ?', line)?.hash ??
    null
  )
}

/** How far a walk along the chain came, and the lines on its way that are not as they were written, or not there. */
export interface Walk {
  to: TrailMark
  broken: number[]
}

/** So many breaks tell enough. */
const mostBreaks = 5

/** Holds up to `limit` lines after `from` against their links. */
export function walkChain(db: Database, from: TrailMark, limit: number): Walk {
  const sql = `select ${lineColumns}, hash from trail where seq > ? order by seq limit ?`
  let { lines, head } = from
  const broken: number[] = []
  const breaks = (line: number) => void (broken.length < mostBreaks && broken.push(line))
  for (const fields of db.arrays(sql, lines, limit)) {
    const line = Number(fields[0])
    const hash = String(fields.at(-1))
    // What stands after a gap cannot be held against a link that is gone.
    if (line !== lines + 1) breaks(lines + 1)
    else if (linkOf(head, fields.slice(0, -1)) !== hash) breaks(line)
    lines = line
    head = hash
  }
  return { to: { lines, head }, broken }
}

const printRow = z.object({
  about: z.string(),
  name: z.string().nullable(),
  print: z.string(),
  line: z.int(),
})

/** Somebody who is not as the trail says, and the last line that does; 0: none does. */
export interface PersonUnlike {
  name: string
  line: number
}

/** People who are not as the last line about them says, who have none, or who are gone. */
export function peopleUnlike(db: Database): PersonUnlike[] {
  const written = new Map(
    db
      .all(
        printRow,
        // Beside max() the other columns are those of that line.
        `select about, subject as name, print, max(seq) as line from trail
         where about is not null group by about`,
      )
      .map((line) => [line.about, line]),
  )
  const unlike: PersonUnlike[] = []
  for (const person of db.arrays(`select ${columnsNow} from person order by name, id`)) {
    const id = String(person[0])
    const said = written.get(id)
    if (said?.print !== printNow(person))
      unlike.push({ name: String(person[1]), line: said?.line ?? 0 })
    written.delete(id)
  }
  const gone = [...written.values()].map(({ about, name, line }) => ({ name: name ?? about, line }))
  return [...unlike, ...gone]
}

/** A person's print as the row stands now. */
export function printOfPerson(db: Database, id: string): string {
  const [person = []] = db.arrays(`select ${columnsNow} from person where id = ?`, id)
  return printNow(person)
}

/** What a closed shift's Z saw of the trail. */
export interface SeenByZ extends TrailMark {
  number: number
}

const seenRow = z.object({ number: z.int(), lines: z.int(), head: z.string() })

/** The first Z that saw another trail than there is: another line, or one that is not there any more. */
export function zUnlike(db: Database): SeenByZ | null {
  return db.get(
    seenRow,
    `select number, trail_lines as lines, trail_head as head
     from shift_close left join trail on seq = trail_lines
     where trail_lines > 0 and hash is not trail_head order by trail_lines limit 1`,
  )
}
