import type { z } from 'zod'

/** One call the renderer (or the command line) can make to the main process. */
export interface CallDefinition {
  input: z.ZodType
  output: z.ZodType
}

/** Keeps the exact schema types of a feature's calls. */
export function defineCalls<const T extends Record<string, CallDefinition>>(calls: T): T {
  return calls
}

/** Keeps the exact schema types of a feature's events (main process → renderer). */
export function defineEvents<const T extends Record<string, z.ZodType>>(events: T): T {
  return events
}
