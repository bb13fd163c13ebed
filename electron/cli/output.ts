import { oneLine } from '../../shared/domain/text/one-line.ts'
import { baseLanguage, isLanguage, words, type Language } from '../../shared/words/words.ts'
import type { AppError } from '../../shared/errors.ts'

/** Variables of the environment, by name. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Standard output and standard error. */
export interface Streams {
  out: (text: string) => void
  err: (text: string) => void
}

/** The system's own language where it is one of ours, else the app's. */
export function languageOf(env: EnvironmentVariables): Language {
  const named = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  const code = named.slice(0, 2).toLowerCase()
  return isLanguage(code) ? code : baseLanguage
}

/** Where a command says what it found (standard output) and what it is doing (standard error). */
export type Output = ReturnType<typeof createOutput>

export function createOutput(language: Language, json: boolean, streams: Streams) {
  function document(error: AppError, message: string): void {
    if (json) streams.out(`${JSON.stringify({ error: { ...error, message } })}\n`)
  }

  return {
    language,
    /** Says things in the person's language. */
    say: words.in(language),
    /** The result, once: with --json the document, else the lines. */
    result: (document: unknown, lines: readonly string[]): void =>
      streams.out(
        json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${shown(line)}\n`).join(''),
      ),
    /** Progress, for people. */
    progress: (line: string): void => streams.err(`${shown(line)}\n`),
    /** What went wrong, in these words: for people, and with --json as the document. */
    error(error: AppError, words: string) {
      streams.err(`${shown(words)}\n`)
      document(error, words)
    },
  }
}

/** Words of a service are shown by a terminal, and never obeyed. */
function shown(text: string): string {
  return text.split('\n').map(oneLine).join('\n')
}

/** Columns of equal width, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
