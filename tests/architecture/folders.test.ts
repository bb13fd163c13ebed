import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const house = fileURLToPath(new URL('../..', import.meta.url))
/** More files of its own make a folder a pile. Tests, migrations (the hub's are its schema) and words are not counted. */
const most = 20

test('no folder is a pile', () => {
  const own = globSync('{electron,renderer,shared,sandbox,scripts,bench}/**/*.{ts,vue,mjs}', {
    cwd: house,
    exclude: ['**/*.test.ts', '**/migrations/**', 'electron/hub/schema/**'],
  })
  const counts = Map.groupBy(own, dirname)
  const piles = [...counts].filter(([, files]) => files.length > most)
  expect(piles.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  expect(counts.size).toBeGreaterThan(50)
})
