import { describe, expect, it } from 'vitest'
import { lineHintSchema, lineKindSchema } from '../../../shared/domain/sale/reconciliation.ts'
import { groupNames, groupOf, groupsOf, troubling } from './groups.ts'

describe('groups of a reconciliation', () => {
  it('hold every line once, whatever its kind and hint', () => {
    const lines = lineKindSchema.options.flatMap((kind) =>
      lineHintSchema.options.map((hint) => ({ kind, hint, sale: null, row: null, twin: null })),
    )
    const groups = groupsOf(lines)
    expect(groups.map(({ name }) => name)).toEqual([...groupNames])
    expect(groups.reduce((sum, group) => sum + group.lines.length, 0)).toBe(lines.length)
  })

  it('do not call a sale made elsewhere a trouble, but its second execution', () => {
    const of = (hint: 'double' | 'elsewhere') => groupOf({ kind: 'only-there', hint })
    expect(troubling).toContain(of('double'))
    expect(troubling).not.toContain(of('elsewhere'))
  })
})
