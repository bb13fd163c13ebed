import { z } from 'zod'
import { isRecord } from '../shared/domain/text/json.ts'
import type { SettingsStore } from './host/host.ts'

/** The named values of an object of settings. */
type Shape = Readonly<Record<string, z.ZodType>>

/**
 * Reads stored values one by one, so that one which another version wrote loses only itself: it is as `strict` has it,
 * else as if it had never been written. What is no object at all is all of them unreadable.
 */
export function readEach<S extends Shape>(
  schema: z.ZodObject<S>,
  stored: unknown,
  strict: Partial<z.output<z.ZodObject<S>>> = {},
): z.output<z.ZodObject<S>> {
  const unreadable = new Set(unreadableOf(schema, stored))
  const given = isRecord(stored) ? Object.entries(stored) : []
  const stricter = Object.entries(strict).filter(([name]) => unreadable.has(name))
  const readable = given.filter(([name]) => !unreadable.has(name))
  return schema.parse(Object.fromEntries([...readable, ...stricter]))
}

/** The names of stored values that cannot be read. */
export function unreadableOf<S extends Shape>(schema: z.ZodObject<S>, stored: unknown): string[] {
  if (stored === undefined) return []
  const names = Object.entries<z.ZodType>(schema.shape)
  if (!isRecord(stored)) return names.map(([name]) => name)
  return names
    .filter(([name, one]) => Object.hasOwn(stored, name) && !one.safeParse(stored[name]).success)
    .map(([name]) => name)
}

/** Reads stored values by their names (of profiles, of currencies): one that cannot be read loses only itself. */
export function readEntries<S extends z.ZodType>(
  schema: S,
  stored: unknown,
): Record<string, z.output<S>> {
  const entries = isRecord(stored) ? Object.entries(stored) : []
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, z.output<S>][] => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [[name, parsed.data]] : []
    }),
  )
}

/** A list of which what cannot be read is left out. */
export const readableList = <S extends z.ZodType>(one: S) =>
  z.array(z.unknown()).transform((items) =>
    items.flatMap((item): z.output<S>[] => {
      const parsed = one.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  )

/** Stores a change of what is kept under a key. What it does not name stays as it was written, read or not. */
export function changeStored(store: SettingsStore, key: string, change: object): void {
  const stored = store.get(key)
  store.set(key, { ...(isRecord(stored) ? stored : {}), ...change })
}
