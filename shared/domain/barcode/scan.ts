import { billOf, type Bill } from './bill.ts'
import { separator, type Element } from './elements.ts'
import { splitPrinted, splitRaw, splitSeparated } from './split.ts'
import { normalised } from './transmission.ts'

/** What a scanner read. */
export type Scan =
  /** A bill: one reading when it is certain, several when only a person can say which. */
  | { kind: 'bill'; readings: [Bill, ...Bill[]] }
  /** Anything else, such as a plain reference. */
  | { kind: 'text'; text: string }

/**
 * Reads a scanned text, whatever the scanner made of FNC1: GS, "]C1" first, "~1", "{GS}" or "^", parentheses
 * as printed, or nothing. What no bill can be is plain text.
 */
export function readScan(scanned: string): Scan {
  const text = normalised(scanned)
  const [first, ...others] = billsOf(text)
  if (first) return { kind: 'bill', readings: [first, ...others] }
  return { kind: 'text', text: text.replaceAll(separator, '') }
}

/** Every bill that a text can be, those with most elements first. */
function billsOf(text: string): Bill[] {
  const marked = splitPrinted(text)
  if (marked) return bills([marked])
  if (!text.startsWith('415')) return []
  if (text.includes(separator)) {
    const certain = bills([splitSeparated(text)])
    if (certain.length > 0) return certain
  }
  return bills(splitRaw(text.replaceAll(separator, '')))
}

function bills(ways: readonly (readonly Element[])[]): Bill[] {
  const read = [...ways]
    .sort((a, b) => b.length - a.length)
    .flatMap((elements) => billOf(elements) ?? [])
  return [...new Map(read.map((bill) => [bill.text, bill])).values()]
}
