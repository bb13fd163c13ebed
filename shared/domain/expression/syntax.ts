/**
 * The whole language of snippets: what the parser makes of allowed JavaScript and the evaluator
 * runs. What has no place here cannot be run.
 */

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
export type LogicalOperator = '&&' | '||' | '??'
export type UnaryOperator = '-' | '+' | '!' | 'typeof' | 'void'
export type AssignOperator = '=' | '+' | '-' | '*' | '/' | '%' | LogicalOperator

export type Expr =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'member'; object: Expr; property: Expr; optional: boolean }
  | { kind: 'call'; callee: NameExpr | MemberExpr; args: Expr[] }
  | { kind: 'unary'; operator: UnaryOperator; operand: Expr }
  | { kind: 'binary'; operator: BinaryOperator; left: Expr; right: Expr }
  | { kind: 'logical'; operator: LogicalOperator; left: Expr; right: Expr }
  | { kind: 'conditional'; test: Expr; yes: Expr; no: Expr }
  | { kind: 'assign'; operator: AssignOperator; target: Expr; value: Expr }
  | { kind: 'update'; operator: '+' | '-'; target: Expr; prefix: boolean }
  | { kind: 'template'; texts: string[]; values: Expr[] }
  | { kind: 'list'; items: Expr[] }
  | { kind: 'record'; entries: { key: Expr; value: Expr }[] }
  | { kind: 'sequence'; items: Expr[] }

export type NameExpr = Extract<Expr, { kind: 'name' }>
export type MemberExpr = Extract<Expr, { kind: 'member' }>

export type Stmt =
  | { kind: 'expression'; value: Expr }
  | { kind: 'declare'; name: string; value: Expr | null; constant: boolean; hoisted: boolean }
  | { kind: 'block'; body: Stmt[] }
  | { kind: 'if'; test: Expr; yes: Stmt; no: Stmt | null }
  | { kind: 'switch'; subject: Expr; cases: { test: Expr | null; body: Stmt[] }[] }
  | { kind: 'break' }
  | { kind: 'return'; value: Expr | null }

/** A snippet, read and found allowed. */
export interface Program {
  /** Names of the parameters, when the whole snippet is one function. */
  parameters: string[]
  body: Stmt[]
  /** Whether anything in it writes: an assignment, an increment or a known call that sets. */
  writes: boolean
}
