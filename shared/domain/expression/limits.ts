/**
 * Why a snippet was not run, a closed list:
 * - `TOO_LONG`: its source is longer than we read.
 * - `TOO_COMPLEX`: more nodes, or nested deeper, than we walk.
 * - `TOO_MANY_STEPS`: it would take longer than a form may wait.
 * - `TOO_BIG`: it made or read a text or data beyond the limit.
 * - `SYNTAX`: it is not JavaScript.
 * - `NOT_ALLOWED`: it is JavaScript, of a kind that is never run here.
 * - `UNDECLARED`: it reads or writes a name that is no field of the form.
 * - `WRONG_TYPE`: it does something its values cannot do (JavaScript would throw, or give nonsense).
 * - `INEXACT`: a number is not exact, or its result is no number of at most two decimals.
 * - `NO_TARGET`: it gives a value and names no field to put it in.
 * - `UNEXPECTED`: a fault of our own.
 */
export const refusalReasons = [
  'TOO_LONG',
  'TOO_COMPLEX',
  'TOO_MANY_STEPS',
  'TOO_BIG',
  'SYNTAX',
  'NOT_ALLOWED',
  'UNDECLARED',
  'WRONG_TYPE',
  'INEXACT',
  'NO_TARGET',
  'UNEXPECTED',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** What a snippet may cost. Times are bounded by steps, memory by characters. */
export interface Limits {
  /** Characters of one snippet. */
  source: number
  /** Nodes of its syntax tree. */
  nodes: number
  /** Levels of its syntax tree. */
  depth: number
  /** Nodes evaluated, plus data and snippets read and characters worked through: of all that one meter counts. */
  steps: number
  /** Characters of a text that a snippet makes. */
  text: number
  /** Characters of a field's value that a snippet may read. */
  field: number
}

/** Far above any form seen, far below what a person would notice. */
export const defaultLimits: Limits = {
  source: 4_000,
  nodes: 1_000,
  depth: 80,
  steps: 20_000,
  text: 2_000,
  field: 100_000,
}

/** How the interpreter leaves a snippet; it never leaves this folder. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  /** The name or construct at fault, for the log; never a value of a field. */
  readonly detail: string

  constructor(reason: RefusalReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.name = 'Refusal'
    this.reason = reason
    this.detail = detail.slice(0, 60)
  }
}

/** A snippet that was not run: nothing of it was applied. */
export interface Refused {
  ok: false
  reason: RefusalReason
  /** The name or construct at fault, for the log; never a value of a field. */
  detail: string
}

/** Turns whatever was thrown into a value; running out of stack counts as nested too deeply. */
export function refusedBy(caught: unknown): Refused {
  if (caught instanceof Refusal) return { ok: false, reason: caught.reason, detail: caught.detail }
  if (caught instanceof RangeError) return { ok: false, reason: 'TOO_COMPLEX', detail: 'stack' }
  const detail = caught instanceof Error ? caught.name : typeof caught
  return { ok: false, reason: 'UNEXPECTED', detail }
}

/** Counts what a run, or all the runs of one form, cost against their limits. */
export class Meter {
  readonly limits: Limits
  private steps = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Spends steps; refuses when there are not so many left, and then there are none. */
  spend(steps = 1): void {
    this.steps = Math.min(this.steps + steps, this.limits.steps + 1)
    if (this.steps > this.limits.steps) throw new Refusal('TOO_MANY_STEPS', 'steps')
  }

  /** Pays for something beside the runs themselves; answers the refusal when it cannot be paid. */
  refusalFor(steps: number): Refused | null {
    try {
      this.spend(steps)
      return null
    } catch (caught) {
      return refusedBy(caught)
    }
  }

  /** What was spent so far. */
  get spent(): number {
    return this.steps
  }

  /** Pays for reading a snippet: by far the dearest of what is done with one. */
  spendSource(source: string): void {
    this.spend(5 + Math.floor(source.length / 4))
  }

  /** Pays for reading a text as JSON. */
  spendJson(length: number): void {
    this.spend(1 + Math.floor(length / 8))
  }

  /** Pays for a calculation: in exact decimals it takes as long as some steps. */
  spendCalculation(): void {
    this.spend(3)
  }

  /** Pays for working through a text. */
  spendText(length: number): void {
    this.spend(1 + Math.floor(length / 64))
  }

  /** Refuses a text longer than a snippet may make; asked before making it. */
  checkText(length: number): void {
    if (length > this.limits.text) throw new Refusal('TOO_BIG', 'text')
  }
}
