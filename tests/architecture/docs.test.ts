import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const house = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', 'docs/*.md', '{sandbox,bench}/*.md'], { cwd: house })

/** What a page names between backticks as a file or folder of ours; `*`, `{a,b}` and `<feature>` stand for any. */
const named = /`((?:electron|renderer|shared|sandbox|tests|bench|scripts|docs)\/[\w.*{},<>/-]*)`/g
/** Where a page leads to, here. */
const link = /\]\((?!https?:)([^)#\s]+)/g

function missingIn(page: string): string[] {
  const text = readFileSync(join(house, page), 'utf8')
  const paths = [...text.matchAll(named)].map(([, path = '']) => path.replaceAll(/<\w+>/g, '*'))
  const links = [...text.matchAll(link)].map(([, path = '']) => join(dirname(page), path))
  return [...paths, ...links].filter((path) =>
    /[*{]/.test(path)
      ? globSync(path, { cwd: house }).length === 0
      : !existsSync(join(house, path)),
  )
}

test('every file and folder that a page names is there', () => {
  expect(pages.flatMap((page) => missingIn(page).map((path) => `${page}: ${path}`))).toEqual([])
  expect(pages.length).toBeGreaterThan(15)
})
