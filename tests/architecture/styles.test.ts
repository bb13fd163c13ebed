import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const house = fileURLToPath(new URL('../..', import.meta.url))
/**
 * `:has()` of anything at all, as in `> :not(:has(form))`, or of what stands behind a sibling, and what a group of utilities
 * makes of it.
 */
const ofAnything =
  /(?:^|[\s>~+,]|(?<!:not)\()(?::not\()?:has\(.*|[~+] ?[^\s,;{}'"`]*:has\(.*|\bgroup-has-.*/gm

// With it every element is kept account of, and each letter that is typed, or line that is scrolled to, has the style of the whole window worked out anew.
test('what `:has()` is asked of is named', () => {
  const files = globSync('renderer/**/*.{vue,css}', { cwd: house })
  const found = files.flatMap((file) =>
    [...readFileSync(join(house, file), 'utf8').matchAll(ofAnything)].map(
      ([text]) => `${file}: ${text.trim()}`,
    ),
  )
  // What is left out of a library's own utilities is named as they are.
  expect(found.filter((text) => !text.includes('/{user:scale-115,'))).toEqual([])
  expect(files.length).toBeGreaterThan(100)
})
