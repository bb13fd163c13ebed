import { execute } from './execute.ts'
import { defaultLimits, Meter, Refusal, refusedBy, type Limits, type Refused } from './limits.ts'
import { parseSnippet } from './parse.ts'
import { Run, type FormScope } from './run.ts'
import type { Program } from './syntax.ts'
import { readTemplate } from './templates.ts'

export { formScope } from './form-scope.ts'
export { defaultLimits, refusalReasons } from './limits.ts'
export type { Limits, Refused, RefusalReason } from './limits.ts'
export type { FormScope } from './run.ts'

/** What became of a snippet: every change it makes, as the texts of fields, or none at all. */
export type SnippetResult = { ok: true; changes: ReadonlyMap<string, string> } | Refused

/**
 * Runs an input's `onChange` (contract, Resources, Input descriptor; 4a rule 4) in our own small
 * interpreter. It writes to declared fields only, all or none; it never throws and always ends. What
 * it can do, and how numbers become texts, stands in docs/forms.md.
 */
export function runOnChange(
  source: string,
  scope: FormScope,
  limits: Limits = defaultLimits,
): SnippetResult {
  return settle(() => runProgram(compile(source, limits), scope, limits))
}

/** Runs the strings of a chosen option's `eval`, read by the readings of templates.ts. */
export function runOptionEval(
  strings: readonly string[],
  scope: FormScope,
  limits: Limits = defaultLimits,
): SnippetResult {
  return settle(() => runProgram(readTemplate(strings, limits), scope, limits))
}

function settle(run: () => SnippetResult): SnippetResult {
  try {
    return run()
  } catch (caught) {
    return refusedBy(caught)
  }
}

function runProgram(program: Program, scope: FormScope, limits: Limits): SnippetResult {
  if (!program.writes && program.body.length > 0) throw new Refusal('NO_TARGET', 'snippet')
  const run = new Run(scope, new Meter(limits))
  execute(program, run)
  return { ok: true, changes: run.changes() }
}

const remembered = new Map<string, Program>()
const rememberedMost = 200

/** Snippets run at every keystroke: the last ones read are kept, under the usual limits only. */
function compile(source: string, limits: Limits): Program {
  if (limits !== defaultLimits) return parseSnippet(source, limits)
  const known = remembered.get(source)
  if (known) return known
  const program = parseSnippet(source, limits)
  const oldest = remembered.keys().next()
  if (remembered.size >= rememberedMost && !oldest.done) remembered.delete(oldest.value)
  remembered.set(source, program)
  return program
}
