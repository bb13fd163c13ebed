import { runNode, say } from './house.mjs'
import { build, ensureBrowser, installPackages } from './setup.mjs'

// npm run tour: the whole way through the app without a display, left as pictures and a workbook.

try {
  await installPackages()
  if (!(await ensureBrowser())) throw new Error('Falta Chrome, Edge o Chromium: instale uno.')
  await build()
  process.exitCode = await runNode('tests/e2e/tour.ts', process.argv.slice(2))
} catch (caught) {
  say(caught instanceof Error ? caught.message : String(caught))
  process.exitCode = 1
}
