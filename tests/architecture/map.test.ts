import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const house = fileURLToPath(new URL('../..', import.meta.url))
const map = readFileSync(new URL('../../docs/pictures/map.svg', import.meta.url), 'utf8')
const texts = Array.from(map.matchAll(/<text[^>]*>([^<]*)</g), ([, text = '']) => text).join('\n')

const folders = globSync('{electron,renderer,shared,sandbox,tests,bench}/**/', { cwd: house })

/** The folders that the map shows: the rooms, and of the large ones what is in them. */
const isShown =
  /^((electron|renderer|shared)|electron\/(features|service|store|host)|electron\/features\/reports|renderer\/features|shared\/domain)$/

test('the drawn map shows every room, and none that is not there', () => {
  const rooms = folders
    .filter((folder) => isShown.test(dirname(folder)))
    .map((folder) => basename(folder))
    .filter((name) => name !== 'testing')
  // A room is named as a folder is, or in a row of its own: "search" among the words of another one names none.
  const words =
    texts.match(/[a-z0-9]+(?=\/)|^[a-z0-9 -]+$/gm)?.flatMap((one) => one.split(/[ -]/)) ?? []
  expect(rooms.length).toBeGreaterThan(60)
  // As often as there are rooms of that name: `credit` of the domain is not that of the window.
  const times = (name: string, among: readonly string[]) =>
    among.filter((one) => one === name).length
  expect(rooms.filter((name) => times(name, words) < times(name, rooms))).toEqual([])
  const named = texts.match(/[a-z0-9/]+(?=\/(\s|$))/gm) ?? []
  const isThere = (path: string) => folders.some((one) => `/${one}`.endsWith(`/${path}`))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('the table of the large rooms names every folder of each', () => {
  const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const rows = Array.from(
    page.matchAll(/^\| `((?:shared|electron)\/[a-z/]+)`\s+\| (`.*)\|$/gm),
    ([, room = '', named = '']) => ({
      room,
      named: Array.from(named.matchAll(/`([a-z]+)`/g), ([, one = '']) => one),
    }),
  )
  const large = rows.filter(({ named }) => named.length > 3)
  expect(large.length).toBe(5)
  const missing = large.flatMap(({ room, named }) =>
    folders
      .filter((folder) => dirname(folder) === room && basename(folder) !== 'testing')
      .filter((folder) => !named.includes(basename(folder))),
  )
  expect(missing).toEqual([])
})
