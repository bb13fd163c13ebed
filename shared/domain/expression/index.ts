import { execute } from './execute.ts'
import { defaultLimits, Meter, Refusal, refusedBy, type Refused } from './limits.ts'
import { parseSnippet } from './parse.ts'
import { Run, type FormScope } from './run.ts'
import type { Program } from './syntax.ts'
import { readTemplate } from './templates.ts'

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
  return settle(() => runProgram(compile(source, meter), scope, meter))
}

/** Runs the strings of a chosen option's `eval`, read by the readings of templates.ts. */
export function runOptionEval(
  strings: readonly string[],
  scope: FormScope,
  meter: Meter = new Meter(defaultLimits),
): SnippetResult {
  return settle(() => runProgram(readTemplate(strings, meter), scope, meter))
}

function settle(run: () => SnippetResult): SnippetResult {
  try {
    return run()
  } catch (caught) {
    return refusedBy(caught)
  }
}

function runProgram(program: Program, scope: FormScope, meter: Meter): SnippetResult {
  if (!program.writes && program.body.length > 0) throw new Refusal('NO_TARGET', 'snippet')
  const run = new Run(scope, meter)
  execute(program, run)
  return { ok: true, changes: run.changes() }
}

const remembered = new Map<string, Program>()
const rememberedMost = 200

/**
 * Snippets run at every keystroke: the last ones read are kept, under the usual limits only. One that is kept is paid
 * for all the same, so that window and main process come to one result.
 */
function compile(source: string, meter: Meter): Program {
  if (meter.limits !== defaultLimits) return parseSnippet(source, meter)
  const known = remembered.get(source)
  if (known) {
    meter.spendSource(source)
    return known
  }
  const program = parseSnippet(source, meter)
  const oldest = remembered.keys().next()
  if (remembered.size >= rememberedMost && !oldest.done) remembered.delete(oldest.value)
  remembered.set(source, program)
  return program
}
