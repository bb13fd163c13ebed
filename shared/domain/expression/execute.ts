import { evaluate } from './evaluate.ts'
import type { Run } from './run.ts'
import type { Program, Stmt } from './syntax.ts'
import { strictlyEqual, toBoolean } from './values.ts'

type Completion = 'next' | 'break' | 'return'

/** Runs a program's statements in a run; throws Refusal. What it returns is nobody's. */
export function execute(program: Program, run: Run): void {
  program.parameters.forEach((name, position) => run.bind(name, position))
  executeAll(program.body, run)
}

function executeAll(body: readonly Stmt[], run: Run): Completion {
  for (const statement of body) {
    const completion = executeOne(statement, run)
    if (completion !== 'next') return completion
  }
  return 'next'
}

function executeOne(statement: Stmt, run: Run): Completion {
  run.meter.spend()
  switch (statement.kind) {
    case 'expression':
      evaluate(statement.value, run)
      return 'next'
    case 'declare': {
      const { name, value, constant, hoisted } = statement
      run.declare(name, value ? evaluate(value, run) : undefined, constant, hoisted)
      return 'next'
    }
    case 'block':
      return run.inBlock(() => executeAll(statement.body, run))
    case 'if': {
      const branch = toBoolean(evaluate(statement.test, run)) ? statement.yes : statement.no
      return branch ? executeOne(branch, run) : 'next'
    }
    case 'switch':
      return run.inBlock(() => executeSwitch(statement, run))
    case 'break':
      return 'break'
    case 'return':
      if (statement.value) evaluate(statement.value, run)
      return 'return'
  }
}

function executeSwitch(
  { subject, cases }: Extract<Stmt, { kind: 'switch' }>,
  run: Run,
): Completion {
  const value = evaluate(subject, run)
  const matching = cases.findIndex(
    ({ test }) => test !== null && strictlyEqual(evaluate(test, run), value),
  )
  const start = matching >= 0 ? matching : cases.findIndex(({ test }) => test === null)
  if (start < 0) return 'next'
  const completion = executeAll(
    cases.slice(start).flatMap(({ body }) => body),
    run,
  )
  return completion === 'return' ? 'return' : 'next'
}
