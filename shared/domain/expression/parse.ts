import { parse as parseJavaScript } from 'acorn'
import type * as es from 'acorn'
import { lowerProgram } from './lower.ts'
import { Refusal, type Meter } from './limits.ts'
import type { Program } from './syntax.ts'

/**
 * Reads a snippet and checks it against the language; throws Refusal. Nothing is run. A snippet that
 * is one anonymous function is read as the expression it is.
 */
export function parseSnippet(source: string, meter: Meter): Program {
  if (source.length > meter.limits.source) throw new Refusal('TOO_LONG', 'source')
  meter.spendSource(source)
  const bare = source.trim().replace(/;+$/, '')
  const isFunction = /^(async\s+)?function\b/.test(bare)
  return lowerProgram(syntaxTree(isFunction ? `(${bare})` : source), meter.limits)
}

function syntaxTree(source: string): es.Program {
  try {
    return parseJavaScript(source, {
      ecmaVersion: 2023,
      sourceType: 'script',
      allowReturnOutsideFunction: true,
      allowHashBang: false,
    })
  } catch (caught) {
    if (caught instanceof SyntaxError) throw new Refusal('SYNTAX', 'source')
    throw caught
  }
}
