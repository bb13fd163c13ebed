import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'

// What becomes of an image that meets another one of the same thing: as electron/hub/schema has it, in memory.

const rowSchema = z.record(z.string(), z.unknown())
export type Row = z.output<typeof rowSchema>
/** A thing as a register sent it: its rows by their tables. */
export const docSchema = z.record(z.string(), z.unknown())
export type Doc = z.output<typeof docSchema>

const rows = z.array(rowSchema)
/** The rows of a part; none where the image has none, or something else there. */
export const partOf = (doc: Doc, part: string): Row[] => rows.safeParse(doc[part]).data ?? []
const saleSchema = z.object({ sale: rowSchema.default({}) })
/** The row of a sale itself. */
export const saleOf = (doc: Doc): Row => saleSchema.parse(doc).sale

/** hub.row_key: what tells a row from its others. */
export const rowKey = (row: Row): unknown =>
  'id' in row ? row.id : ['at', 'kind', 'step', 'number'].map((name) => row[name] ?? null)

const isWritten = (value: unknown) => typeof value === 'string' && value !== ''
/** hub.nameless */
export const nameless = (row: Row): Row => ({
  ...row,
  ...(isWritten(row.text) ? { text: erasedMark } : {}),
  ...(isWritten(row.note) ? { note: erasedMark } : {}),
})

/** hub.with_rows: an image with the rows that another one has beside its own. */
export function withRows(image: Doc, other: Doc): Doc {
  const kept = Object.keys(other).flatMap((part): [string, Row[]][] => {
    if (!Array.isArray(other[part]) || part === 'sale_event' || part === 'erasure') return []
    if (part === 'shift_close' && 'shift_close' in image) return []
    const own = partOf(image, part)
    const keys = own.map(rowKey)
    const more = partOf(other, part).filter(
      (row) => !keys.some((key) => isDeepStrictEqual(key, rowKey(row))),
    )
    if (more.length === 0) return []
    return [[part, [...own, ...('erasure' in image ? more.map(nameless) : more)]]]
  })
  return { ...image, ...Object.fromEntries(kept) }
}

/** hub.brings_back: what is erased in the known one is not in the one that is sent. */
export function bringsBack(known: Doc, sent: Doc): boolean {
  if ('erasure' in known && !('erasure' in sent)) return true
  const again = partOf(sent, 'note_erasure')
  return partOf(known, 'note_erasure').some(({ kind, id }) => {
    if (again.some((one) => one.kind === kind && one.id === id)) return false
    return kind === 'movement'
      ? partOf(sent, 'shift_movement').some((one) => one.id === id)
      : 'shift_close' in sent
  })
}

const revisionOf = (doc: Doc) => Number(saleOf(doc).revision)
/** hub.merged_sale */
export function mergedSale(
  known: Doc,
  sent: Doc,
  isOwn: boolean,
  rowsOf: typeof withRows = withRows,
): Doc {
  const isNewer =
    isOwn || ('erasure' in sent && !('erasure' in known)) || revisionOf(known) <= revisionOf(sent)
  return isNewer ? rowsOf(sent, known) : rowsOf(known, sent)
}
