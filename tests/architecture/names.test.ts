import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const house = fileURLToPath(new URL('../..', import.meta.url))
/** Words that had a standard one (docs/glossary.md): they come back in no exported name. */
const old = new Set([
  'course',
  'ground',
  'manner',
  'far',
  'care',
  'trailed',
  'cuts',
  'hearing',
  'endings',
  'loading',
])
const wordsOf = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())

test('no exported name holds a word that has a standard one', () => {
  const files = globSync('{electron,renderer,shared}/**/*.ts', { cwd: house })
  const names = files.flatMap((file) =>
    [...readFileSync(join(house, file), 'utf8').matchAll(exported)].map(([, name = '']) => name),
  )
  expect(names.filter((name) => wordsOf(name).some((word) => old.has(word)))).toEqual([])
  expect(names.length).toBeGreaterThan(1000)
})

const exported = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm
