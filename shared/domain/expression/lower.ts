import type * as es from 'acorn'
import { parseDecimal, exactNumber } from './decimal.ts'
import { isSetterName } from './idioms.ts'
import { Refusal, type Limits } from './limits.ts'
import { assignOperator, binaryOperator, isForbiddenName, unaryOperator } from './allowed.ts'
import type { Expr, Program, Stmt } from './syntax.ts'

/** Translates JavaScript's syntax tree into our language, node by node; what has no translation refuses. */
export function lowerProgram(program: es.Program, limits: Limits): Program {
  const lowering = new Lowering(limits)
  const body = program.body.filter(({ type }) => type !== 'EmptyStatement')
  const [only] = body
  const wrapper = body.length === 1 && only ? wrapperOf(only) : null
  const parameters = wrapper ? wrapper.params.map(parameterName) : []
  const statements = wrapper ? lowering.functionBody(wrapper) : lowering.statements(body)
  return { parameters, body: statements, writes: lowering.writes }
}

type Wrapper = es.FunctionDeclaration | es.FunctionExpression | es.ArrowFunctionExpression

/** The function that a whole snippet is, called at once or not; null when it is none. */
function wrapperOf(statement: es.Statement | es.ModuleDeclaration): Wrapper | null {
  if (statement.type === 'FunctionDeclaration') return allowedWrapper(statement)
  if (statement.type !== 'ExpressionStatement') return null
  const { expression } = statement
  const called =
    expression.type === 'CallExpression' && expression.arguments.length === 0
      ? expression.callee
      : expression
  const isFunction =
    called.type === 'FunctionExpression' || called.type === 'ArrowFunctionExpression'
  return isFunction ? allowedWrapper(called) : null
}

function allowedWrapper(wrapper: Wrapper): Wrapper {
  if (wrapper.async || wrapper.generator) throw new Refusal('NOT_ALLOWED', wrapper.type)
  return wrapper
}

function parameterName(pattern: es.Pattern): string {
  if (pattern.type !== 'Identifier') throw new Refusal('NOT_ALLOWED', pattern.type)
  return allowedName(pattern.name)
}

function allowedName(name: string): string {
  if (isForbiddenName(name)) throw new Refusal('NOT_ALLOWED', name)
  return name
}

class Lowering {
  writes = false
  private nodes = 0
  private depth = 0
  private readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
  }

  functionBody({ body }: Wrapper): Stmt[] {
    if (body.type === 'BlockStatement') return this.statements(body.body)
    return [{ kind: 'return', value: this.expression(body) }]
  }

  statements(body: readonly (es.Statement | es.ModuleDeclaration)[]): Stmt[] {
    return body.flatMap((statement) => this.within(() => this.statement(statement)))
  }

  private within<T>(lower: () => T): T {
    this.nodes += 1
    this.depth += 1
    if (this.nodes > this.limits.nodes) throw new Refusal('TOO_COMPLEX', 'nodes')
    if (this.depth > this.limits.depth) throw new Refusal('TOO_COMPLEX', 'depth')
    const lowered = lower()
    this.depth -= 1
    return lowered
  }

  private statement(node: es.Statement | es.ModuleDeclaration): Stmt[] {
    switch (node.type) {
      case 'EmptyStatement':
        return []
      case 'ExpressionStatement': {
        const value = this.expression(node.expression)
        return isConsoleCall(value) ? [] : [{ kind: 'expression', value }]
      }
      case 'BlockStatement':
        return [{ kind: 'block', body: this.statements(node.body) }]
      case 'VariableDeclaration':
        return node.declarations.map((declarator) => this.declaration(node.kind, declarator))
      case 'IfStatement':
        return [
          {
            kind: 'if',
            test: this.expression(node.test),
            yes: this.single(node.consequent),
            no: node.alternate ? this.single(node.alternate) : null,
          },
        ]
      case 'SwitchStatement':
        return [
          {
            kind: 'switch',
            subject: this.expression(node.discriminant),
            cases: node.cases.map(({ test, consequent }) => ({
              test: test ? this.expression(test) : null,
              body: this.statements(consequent),
            })),
          },
        ]
      case 'BreakStatement':
        if (node.label) throw new Refusal('NOT_ALLOWED', 'label')
        return [{ kind: 'break' }]
      case 'ReturnStatement':
        return [{ kind: 'return', value: node.argument ? this.expression(node.argument) : null }]
      default:
        throw new Refusal('NOT_ALLOWED', node.type)
    }
  }

  private single(node: es.Statement): Stmt {
    return { kind: 'block', body: this.statements([node]) }
  }

  private declaration(kind: es.VariableDeclaration['kind'], node: es.VariableDeclarator): Stmt {
    if (kind !== 'var' && kind !== 'let' && kind !== 'const') throw new Refusal('NOT_ALLOWED', kind)
    const value = node.init ? this.expression(node.init) : null
    const name = parameterName(node.id)
    return { kind: 'declare', name, value, constant: kind === 'const', hoisted: kind === 'var' }
  }

  private list(nodes: readonly (es.Expression | es.SpreadElement | null)[]): Expr[] {
    return nodes.map((node) => {
      if (node === null) throw new Refusal('NOT_ALLOWED', 'hole')
      if (node.type === 'SpreadElement') throw new Refusal('NOT_ALLOWED', node.type)
      return this.expression(node)
    })
  }

  private expression(
    node: es.Expression | es.Super | es.PrivateIdentifier | es.Pattern,
    chained = false,
  ): Expr {
    return this.within(() => this.lowered(node, chained))
  }

  private lowered(
    node: es.Expression | es.Super | es.PrivateIdentifier | es.Pattern,
    chained: boolean,
  ): Expr {
    switch (node.type) {
      case 'Identifier':
        return { kind: 'name', name: allowedName(node.name) }
      case 'ThisExpression':
        return { kind: 'name', name: 'this' }
      case 'Literal':
        return literal(node)
      case 'TemplateLiteral':
        return {
          kind: 'template',
          texts: node.quasis.map(({ value }) => value.cooked ?? ''),
          values: this.list(node.expressions),
        }
      case 'MemberExpression':
        return this.member(node, chained)
      case 'ChainExpression':
        return this.expression(node.expression, true)
      case 'CallExpression':
        return this.call(node, chained)
      case 'UnaryExpression':
        return {
          kind: 'unary',
          operator: unaryOperator(node.operator),
          operand: this.expression(node.argument),
        }
      case 'BinaryExpression':
        return {
          kind: 'binary',
          operator: binaryOperator(node.operator),
          left: this.expression(node.left),
          right: this.expression(node.right),
        }
      case 'LogicalExpression':
        return {
          kind: 'logical',
          operator: node.operator,
          left: this.expression(node.left),
          right: this.expression(node.right),
        }
      case 'ConditionalExpression':
        return {
          kind: 'conditional',
          test: this.expression(node.test),
          yes: this.expression(node.consequent),
          no: this.expression(node.alternate),
        }
      case 'AssignmentExpression':
        this.writes = true
        return {
          kind: 'assign',
          operator: assignOperator(node.operator),
          target: this.expression(node.left),
          value: this.expression(node.right),
        }
      case 'UpdateExpression':
        this.writes = true
        return {
          kind: 'update',
          operator: node.operator === '++' ? '+' : '-',
          target: this.expression(node.argument),
          prefix: node.prefix,
        }
      case 'ArrayExpression':
        return { kind: 'list', items: this.list(node.elements) }
      case 'ObjectExpression':
        return { kind: 'record', entries: node.properties.map((item) => this.entry(item)) }
      case 'SequenceExpression':
        return { kind: 'sequence', items: this.list(node.expressions) }
      default:
        throw new Refusal('NOT_ALLOWED', node.type)
    }
  }

  private member(node: es.MemberExpression, chained: boolean): Expr {
    const object = this.expression(node.object, chained)
    const { property } = node
    const named: Expr =
      !node.computed && property.type === 'Identifier'
        ? { kind: 'literal', value: allowedName(property.name) }
        : this.expression(property)
    return { kind: 'member', object, property: named, optional: chained }
  }

  private call(node: es.CallExpression, chained: boolean): Expr {
    const callee = this.expression(node.callee, chained)
    if (callee.kind !== 'name' && callee.kind !== 'member') {
      throw new Refusal('NOT_ALLOWED', `call of ${callee.kind}`)
    }
    const { property } = callee.kind === 'member' ? callee : { property: null }
    const name = property === null && callee.kind === 'name' ? callee.name : property
    const called = typeof name === 'string' ? name : name?.kind === 'literal' ? name.value : null
    if (typeof called === 'string' && isSetterName(called)) this.writes = true
    return { kind: 'call', callee, args: this.list(node.arguments) }
  }

  private entry(node: es.Property | es.SpreadElement): { key: Expr; value: Expr } {
    if (node.type === 'SpreadElement' || node.kind !== 'init' || node.method) {
      throw new Refusal('NOT_ALLOWED', node.type)
    }
    const { key } = node
    const named: Expr =
      !node.computed && key.type === 'Identifier'
        ? { kind: 'literal', value: allowedName(key.name) }
        : this.expression(key)
    return { key: named, value: this.expression(node.value) }
  }
}

function literal({ value, raw = '' }: es.Literal): Expr {
  if (typeof value === 'number') return { kind: 'literal', value: exactLiteral(value, raw) }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    const isRegex = value === null && raw !== 'null'
    if (!isRegex) return { kind: 'literal', value }
  }
  throw new Refusal('NOT_ALLOWED', 'literal')
}

/** A literal of more digits than a number holds would silently be another number. */
function exactLiteral(value: number, raw: string): number {
  const decimal = raw.length > 400 ? null : parseDecimal(raw.replaceAll('_', ''))
  const exact = decimal === null ? Number.isSafeInteger(value) : exactNumber(decimal) !== null
  if (!exact) throw new Refusal('INEXACT', 'literal')
  return value
}

/** `console.log(…)` and the like say nothing to anybody here: the statement is left out. */
function isConsoleCall(value: Expr): boolean {
  if (value.kind !== 'call' || value.callee.kind !== 'member') return false
  const { object } = value.callee
  return object.kind === 'name' && object.name === 'console'
}
