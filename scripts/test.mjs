import { aside, check, project, tellAside, tellCounts } from './checks.mjs'
import { build, ensureBrowser, installPackages } from './setup.mjs'

// npm test: every check in order; the last line is the sum of them. Runs on Node 20 alone.

const isInstalled = await check('install', async () => {
  await installPackages()
  if (!(await ensureBrowser())) throw new Error('Falta Chrome, Edge o Chromium: instale uno.')
  return true
})
if (isInstalled) {
  const isBuilt = await check('build', async () => {
    await build()
    return true
  })
  // What reads the sources is a long thread each: they go on behind the tests, which often wait. Not behind a build,
  // this one or that of the windows' tests: it writes renderer/components.d.ts, by which they know the types of a window.
  const reading = Promise.all([aside('lint'), aside('types').then(() => aside('format'))])
  for (const name of isBuilt ? ['unit', 'simulation', 'e2e'] : []) {
    if (name === 'e2e') await reading
    await project(name)
    tellAside()
  }
  await reading
  tellAside()
}
tellCounts()
