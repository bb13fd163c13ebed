import { words, type Language } from '../../../shared/words/words.ts'
import { csvText } from '../../../shared/domain/text/csv-text.ts'
import { serviceLocal } from '../../../shared/domain/time/dates.ts'
import { actionWords, subjectWords } from '../../../shared/domain/people/trail-words.ts'
import { saveFile } from '../../store/files/save-file.ts'
import type { TrailFilter, TrailReader } from '../../store/tables/trail.ts'

const pageRows = 500

/** Writes who did what in words as CSV, newest first, for a spreadsheet; answers how many lines. */
export function saveTrail(
  trail: TrailReader | null,
  filter: TrailFilter,
  path: string,
  { language, separator }: { language: Language; separator: string },
): Promise<number> {
  const line = (fields: readonly string[]) =>
    `${fields.map((field) => csvText(field, separator)).join(separator)}\r\n`
  return saveFile(path, async (out) => {
    out.write(`\uFEFF${line(words.in(language).list('files.trail'))}`)
    let rows = 0
    for (;;) {
      const { entries } = trail?.page(filter, pageRows, rows) ?? { entries: [] }
      for (const { at, person, action, subject, detail } of entries) {
        const when = serviceLocal(at).replace('T', ' ')
        const said = [actionWords(action, language), subjectWords(action, subject ?? '', language)]
        out.write(line([when, person?.name ?? '', ...said, detail ?? '']))
      }
      rows += entries.length
      if (entries.length < pageRows) break
    }
    out.end()
    return rows
  })
}
