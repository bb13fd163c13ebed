import { parse as parseJavaScript } from 'acorn'
import type * as es from 'acorn'
import { Refusal, type Meter } from './limits.ts'

/** Reads a snippet into acorn's nodes, within the limits; throws Refusal. Nothing is run. */
export function parseSnippet(source: string, meter: Meter): es.Program {
  const { limits } = meter
  if (source.length > limits.source) throw new Refusal('TOO_LONG', 'source')
  meter.spendSource(source)
  const program = syntaxTree(source)
  let nodes = 0
  const count = (node: es.Node, depth: number) => {
    nodes += 1
    if (nodes > limits.nodes) throw new Refusal('TOO_COMPLEX', 'nodes')
    if (depth > limits.depth) throw new Refusal('TOO_COMPLEX', 'depth')
    for (const child of childrenOf(node)) count(child, depth + 1)
  }
  count(program, 0)
  return program
}

function syntaxTree(source: string): es.Program {
  try {
    return parseJavaScript(source, {
      ecmaVersion: 2023,
      sourceType: 'script',
      allowHashBang: false,
    })
  } catch (caught) {
    if (caught instanceof SyntaxError) throw new Refusal('SYNTAX', 'source')
    throw caught
  }
}

function childrenOf(node: es.Node): es.Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(part: unknown): part is es.Node {
  return typeof part === 'object' && part !== null && 'type' in part
}

/** Whether anything in a node is an assignment or an increment. */
export function isWriting(node: es.Node): boolean {
  return (
    node.type === 'AssignmentExpression' ||
    node.type === 'UpdateExpression' ||
    childrenOf(node).some(isWriting)
  )
}
