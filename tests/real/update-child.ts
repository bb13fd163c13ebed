import { existsSync } from 'node:fs'
import { z } from 'zod'
import { fetchVersion } from '../../electron/update/feed.ts'
import {
  choose,
  readCurrent,
  wholeVersions,
  writeCurrent,
} from '../../electron/versions/current.ts'
import { copyWhileOpen, noteProven, prove } from '../../electron/versions/prove.ts'

// An update from its beginning to its end, to be ended anywhere by kill -9 (update-killed.test.ts).

const { from, root, places, dataDir, version } = z
  .object({
    from: z.string(),
    root: z.string(),
    places: z.object({ installed: z.string(), fetched: z.string() }),
    dataDir: z.string(),
    version: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

if (!existsSync(`${places.fetched}/${version}`)) {
  await fetchVersion({ from, root, places, proxy: null }, version)
}
const fetched = wholeVersions(places).find((one) => one.version === version)
if (!fetched) throw new Error('not whole')
const why = await prove(fetched, dataDir, copyWhileOpen)
if (why !== null) throw new Error(why)
noteProven(dataDir, version)
writeCurrent(places, choose(readCurrent(places), version))
