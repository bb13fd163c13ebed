import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { forbidden } from './rules.ts'

async function violations(): Promise<{ modules: number; list: string[] }> {
  const { output } = await cruise(
    ['electron', 'renderer', 'shared', 'sandbox', 'tests', 'bench'],
    {
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^out/' },
      enhancedResolveOptions: { extensions: ['.ts', '.vue', '.js', '.mjs', '.cjs', '.json'] },
    },
    undefined,
    { tsConfig: { options: { allowImportingTsExtensions: true } } },
  )
  const result: ICruiseResult | string = output
  if (typeof result === 'string') throw new Error('expected an object, not a report')
  return {
    modules: result.modules.length,
    list: result.summary.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`),
  }
}

test('every room imports only what it may', async () => {
  const { modules, list } = await violations()
  expect(list).toEqual([])
  expect(modules).toBeGreaterThan(50)
})
