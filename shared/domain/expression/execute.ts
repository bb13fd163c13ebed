import type * as es from 'acorn'
import { evaluate, nameWritten } from './evaluate.ts'
import { Refusal } from './limits.ts'
import { isWriting } from './parse.ts'
import type { Run } from './run.ts'

type Statement = es.Statement | es.ModuleDeclaration

/** Runs statements; throws Refusal, for every kind that is not named here. Answers whether a `break` ended them. */
export function execute(body: readonly Statement[], run: Run): boolean {
  return body.some((statement) => executeOne(statement, run))
}

function executeOne(statement: Statement, run: Run): boolean {
  run.meter.spend()
  switch (statement.type) {
    case 'EmptyStatement':
      return false
    case 'ExpressionStatement':
      if (!isWriting(statement)) throw new Refusal('NO_TARGET', 'snippet')
      evaluate(statement.expression, run)
      return false
    case 'VariableDeclaration':
      for (const { id, init } of statement.declarations) {
        run.declare(
          nameWritten(id),
          init ? evaluate(init, run) : undefined,
          statement.kind === 'const',
        )
      }
      return false
    case 'BlockStatement':
      return execute(statement.body, run)
    case 'IfStatement': {
      const branch = evaluate(statement.test, run) ? statement.consequent : statement.alternate
      return branch ? executeOne(branch, run) : false
    }
    case 'SwitchStatement':
      executeSwitch(statement, run)
      return false
    case 'BreakStatement':
      return true
    default:
      throw new Refusal('NOT_ALLOWED', statement.type)
  }
}

function executeSwitch({ discriminant, cases }: es.SwitchStatement, run: Run): void {
  const value = evaluate(discriminant, run)
  const matching = cases.findIndex(({ test }) => test && evaluate(test, run) === value)
  const start = matching >= 0 ? matching : cases.findIndex(({ test }) => !test)
  if (start < 0) return
  execute(
    cases.slice(start).flatMap(({ consequent }) => consequent),
    run,
  )
}
