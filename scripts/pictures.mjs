import { runNode, say } from './house.mjs'
import { build, ensureBrowser, installPackages } from './setup.mjs'

// npm run tour: the whole way through the app without a display, left as pictures and a workbook.
// npm run gallery: every page and state in every size, light and dark, Spanish and English.

const [asked = '', ...rest] = process.argv.slice(2)
const ways = { tour: 'tests/e2e/tour.ts', gallery: 'tests/gallery/gallery.ts' }

try {
  await installPackages()
  if (!(await ensureBrowser())) throw new Error('Falta Chrome, Edge o Chromium: instale uno.')
  await build()
  process.exitCode = await runNode(asked === 'gallery' ? ways.gallery : ways.tour, rest)
} catch (caught) {
  say(caught instanceof Error ? caught.message : String(caught))
  process.exitCode = 1
}
