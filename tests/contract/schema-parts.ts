import { z } from 'zod'

/** A field of a contract, wherever in it. */
export interface Field {
  name: string
  schema: z.ZodType
}

const children = z.looseObject({
  def: z.looseObject({
    type: z.string(),
    shape: z.record(z.string(), z.unknown()).optional(),
    options: z.array(z.unknown()).optional(),
    element: z.unknown().optional(),
    innerType: z.unknown().optional(),
    valueType: z.unknown().optional(),
    in: z.unknown().optional(),
    out: z.unknown().optional(),
  }),
})

/** Every schema in a schema, itself first; not below the fields whose name `isLeft` names. */
export function partsOf(schema: unknown, isLeft: (name: string) => boolean): z.ZodType[] {
  const { parts } = walk(schema, isLeft)
  return parts
}

/** Every field in a schema that has one of the names. */
export function fieldsOf(schema: unknown, isWanted: (name: string) => boolean): Field[] {
  return walk(schema, () => false).fields.filter(({ name }) => isWanted(name))
}

function walk(schema: unknown, isLeft: (name: string) => boolean) {
  const parts: z.ZodType[] = []
  const fields: Field[] = []
  const seen = new Set<unknown>()
  function visit(one: unknown): void {
    if (!(one instanceof z.ZodType) || seen.has(one)) return
    seen.add(one)
    parts.push(one)
    const { def } = children.parse({ def: one.def })
    for (const [name, inner] of Object.entries(def.shape ?? {})) {
      if (inner instanceof z.ZodType) fields.push({ name, schema: inner })
      if (!isLeft(name)) visit(inner)
    }
    for (const inner of def.options ?? []) visit(inner)
    for (const inner of [def.element, def.innerType, def.valueType, def.in, def.out]) visit(inner)
  }
  visit(schema)
  return { parts, fields }
}
