import { Refusal, type Meter } from './limits.ts'
import { parseSnippet } from './parse.ts'
import type { Program } from './syntax.ts'

/**
 * The strings of an option's `eval` as one program. The contract says "an array of three strings"
 * and no more; these are our readings, tried in this order. Each is one function, easy to change.
 */
export function readTemplate(strings: readonly string[], meter: Meter): Program {
  const readings = [readAsOperation, readAsStatements, readAsCondition, readAsPieces]
  for (const reading of readings) {
    const program = reading(strings, meter)
    if (program) return program
  }
  throw new Refusal('UNKNOWN_TEMPLATE', `${strings.length} strings`)
}

const operators = new Set(['=', '+=', '-=', '*=', '/=', '%='])

/** `["amount", "+=", "1000"]`: field, operator, value. */
export function readAsOperation(strings: readonly string[], meter: Meter): Program | null {
  const [field = '', operator = '', value = ''] = strings
  if (strings.length !== 3 || !operators.has(operator.trim())) return null
  return writing(`${field} ${operator} (${value}\n)`, meter)
}

/** `["amount = 5000", "months = 1", ""]`: statements one after the other; an empty one does nothing. */
export function readAsStatements(strings: readonly string[], meter: Meter): Program | null {
  const programs: Program[] = []
  for (const text of strings) {
    const program = parsed(text, meter)
    if (!program || program.parameters.length > 0) return null
    if (!program.writes && program.body.some(({ kind }) => kind !== 'declare')) return null
    programs.push(program)
  }
  return {
    parameters: [],
    body: programs.flatMap(({ body }) => body),
    writes: true,
  }
}

/** `["type == '1'", "amount = amount_1", "amount = 0"]`: condition, then, else (which may be empty). */
export function readAsCondition(strings: readonly string[], meter: Meter): Program | null {
  const [condition = '', then = '', otherwise = ''] = strings
  if (strings.length !== 3) return null
  const [test, yes, no] = [condition, then, otherwise].map((text) => parsed(text, meter))
  const [question, ...more] = test?.body ?? []
  if (!yes?.writes || !no || !(no.writes || no.body.length === 0)) return null
  if (question?.kind !== 'expression' || more.length > 0 || test?.writes) return null
  const branches = { yes: block(yes), no: block(no) }
  return { parameters: [], body: [{ kind: 'if', test: question.value, ...branches }], writes: true }
}

/** `["if (type == '1')", "{ amount = amount_1 }", "else { amount = 0 }"]`: one snippet in pieces. */
export function readAsPieces(strings: readonly string[], meter: Meter): Program | null {
  return writing(strings.join(' '), meter)
}

function block({ body }: Program) {
  return { kind: 'block', body } as const
}

function writing(source: string, meter: Meter): Program | null {
  const program = parsed(source, meter)
  return program?.writes ? program : null
}

/** A program, or null when the text alone is none; what is not allowed is refused in any reading. */
function parsed(source: string, meter: Meter): Program | null {
  try {
    return parseSnippet(source, meter)
  } catch (caught) {
    if (caught instanceof Refusal && caught.reason === 'SYNTAX') return null
    throw caught
  }
}
