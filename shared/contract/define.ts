import type { z } from 'zod'
import type { Right } from '../domain/people/rights.ts'
import type { AuditLine } from '../domain/people/audit-line.ts'

/**
 * Who may make a call. `always`: also while locked, as the locked screen itself needs it; `present`: whoever has
 * signed in; else the rights that it needs, all of them.
 */
export type Gate = 'always' | 'present' | Right | readonly Right[]

/** One call the renderer (or the command line) can make to the main process: all that is known of it. */
export interface CallDefinition<I extends z.ZodType, O extends z.ZodType> {
  input: I
  output: O
  right: Gate
  /** Who may hear of what it came to, where that is not who may make it. */
  heardBy?: Gate
  /** The line that the trail keeps once it was done; `own`: the feature writes it. */
  audit?: 'own' | ((input: z.output<I>, output: z.output<O>) => AuditLine)
  /** A page asks for it by itself, as events bid it: under a lock it is asked for again once somebody is here. */
  patient?: true
}

/** Keeps the exact schema types of a feature's calls. */
export function defineCalls<
  const I extends Record<string, z.ZodType>,
  const O extends Record<string, z.ZodType>,
>(
  calls: { [K in keyof I]: { input: I[K] } } & { [K in keyof O]: { output: O[K] } } & {
    [K in keyof I & keyof O]: CallDefinition<I[K], O[K]>
  },
): { [K in keyof I & keyof O]: CallDefinition<I[K], O[K]> } {
  return calls
}

/**
 * One event (main process → renderer). While locked, `always` is told at once; of the others the last waits until
 * somebody is here: `last` of them all, or of each thing that the function names.
 */
export interface EventDefinition<P extends z.ZodType> {
  payload: P
  locked: 'always' | 'last' | ((payload: z.output<P>) => string)
}

/** Keeps the exact schema types of a feature's events. */
export function defineEvents<const P extends Record<string, z.ZodType>>(events: {
  [K in keyof P]: EventDefinition<P[K]>
}): { [K in keyof P]: EventDefinition<P[K]> } {
  return events
}

/** What a gate asks for beside that somebody is here. */
export function rightsFor(gate: Gate): readonly Right[] {
  if (gate === 'always' || gate === 'present') return []
  return typeof gate === 'string' ? [gate] : gate
}
