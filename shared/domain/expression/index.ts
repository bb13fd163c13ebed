import { execute } from './execute.ts'
import { defaultLimits, Meter, refusedBy, type Refused } from './limits.ts'
import { parseSnippet } from './parse.ts'
import { Run, type FormScope } from './run.ts'

export { formScope } from './form-scope.ts'
export { defaultLimits, Meter, refusalReasons } from './limits.ts'
export type { Limits, Refused, RefusalReason } from './limits.ts'
export type { FormScope } from './run.ts'

/** What became of a snippet: every change it makes, as the texts of fields, or none at all. */
export type SnippetResult = { ok: true; changes: ReadonlyMap<string, string> } | Refused

/**
 * Runs an input's `onChange` (contract, Resources, Input descriptor; 4a rule 4) in our own small
 * interpreter. It writes to declared fields only, all or none; it never throws and always ends. What
 * it can do, and how numbers become texts, stands in docs/forms.md. What it costs is paid to `meter`, which
 * the snippets of one form share.
 */
export function runOnChange(
  source: string,
  scope: FormScope,
  meter: Meter = new Meter(defaultLimits),
): SnippetResult {
  try {
    const run = new Run(scope, meter)
    execute(parseSnippet(source, meter).body, run)
    return { ok: true, changes: run.changes() }
  } catch (caught) {
    return refusedBy(caught)
  }
}

/** Runs the strings of a chosen option's `eval`, "an array of three strings": as one snippet, a line each (our reading). */
export function runOptionEval(
  strings: readonly string[],
  scope: FormScope,
  meter: Meter = new Meter(defaultLimits),
): SnippetResult {
  return runOnChange(strings.join('\n'), scope, meter)
}
