import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import type { Language } from '../../shared/words/words.ts'
import { launchBrowser } from '../../electron/host/chromium/chromium-launch.ts'
import { whatIsCut } from '../e2e/cut.ts'
import { makeFolder } from '../folders.ts'
import { looks as all, nameOf, type Look } from './looks.ts'
import { walks } from './scenes.ts'
import type { Scene, Speak } from './shop.ts'

// Every page and state in every look, as pictures in a folder (gallery/, or the first argument): one of each, and
// sheets of all for each look. What is cut off, covered or scrolled away in one of them is said at the end and kept
// beside them (found.txt), and fails it.

const folder = resolve(process.argv[2] ?? 'gallery')
/** Those alone whose names hold a part of the second argument (`1366x768-light,dark-en`), of the walk that the third names. */
const parts = (process.argv[3] ?? '').split(',')
const looks = all.filter((look) => parts.some((part) => nameOf(look).includes(part)))
const findings = new Map<string, string[]>()
const scenes: string[] = []

async function show(page: Page, look: Look, speak: Speak): Promise<void> {
  const { width, height, dark, language } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  if ((await page.evaluate(() => document.documentElement.lang)) !== language) {
    await speak(language)
    await page.locator(`html[lang="${language}"]`).waitFor()
  }
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
  // What is still being read, as in another language's page, is no picture of it.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

/** The look in which a walk goes on: its hands read Spanish. */
const home: Look = { width: 1366, height: 768, dark: false, language: 'es' }

/** Takes one state of the window in every look, and goes back to that of the walk. */
const scene: Scene = async (page, name, speak = (language) => set(page, language)) => {
  const numbered = `${String(scenes.length + 1).padStart(2, '0')}-${name}`
  await page.mouse.move(0, 0)
  for (const look of looks) {
    await show(page, look, speak)
    await page.waitForTimeout(60)
    await page.screenshot({ path: join(folder, nameOf(look), `${numbered}.png`) })
    // Between light and dark only colours change.
    if (!look.dark || !looks.some((other) => isLightOf(other, look))) await judge(page, name, look)
  }
  await show(page, home, speak)
  scenes.push(numbered)
  process.stderr.write(`${numbered}\n`)
}

async function set(page: Page, language: Language): Promise<void> {
  await page.evaluate((to) => window.bridge.call('settings.set', { language: to }), language)
}

const isLightOf = (other: Look, look: Look) => nameOf(other) === nameOf({ ...look, dark: false })

async function judge(page: Page, name: string, look: Look): Promise<void> {
  for (const one of await whatIsCut(page)) {
    const where = findings.get(`${name}: ${one}`) ?? []
    where.push(`${look.width}x${look.height} ${look.language}`)
    findings.set(`${name}: ${one}`, where)
  }
}

/** So many scenes lie on one sheet: few enough to read. */
const onASheet = 12
const sheetStyle = `body { margin: 8px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; font: 14px sans-serif }
  figure { margin: 0 } img { width: 100%; border: 1px solid #888 }`

/** The scenes of each look, some on a picture. */
async function sheets(): Promise<void> {
  const browser = await launchBrowser({
    profileDir: makeFolder('gallery-sheets'),
    origin: 'about:blank',
    headless: true,
    viewport: { width: 1920, height: 1000 },
  })
  const page = await browser.newPage()
  for (const look of looks) {
    for (let first = 0; first < scenes.length; first += onASheet) {
      await page.setContent(await sheet(look, scenes.slice(first, first + onASheet)))
      const path = join(folder, `${nameOf(look)}-sheet-${first / onASheet + 1}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  await browser.close()
}

async function sheet(look: Look, names: readonly string[]): Promise<string> {
  const shown = names.map(async (name) => {
    const image = await readFile(join(folder, nameOf(look), `${name}.png`), 'base64')
    return `<figure><img src="data:image/png;base64,${image}"><figcaption>${name}</figcaption></figure>`
  })
  return `<style>${sheetStyle}</style>${(await Promise.all(shown)).join('')}`
}

await mkdir(folder, { recursive: true })
// What a gallery before left there; nothing else in a folder that somebody named.
for (const entry of await readdir(folder)) {
  if (/^\d+x\d+-(light|dark)-(es|en)(-sheet-\d+\.png)?$/.test(entry)) {
    await rm(join(folder, entry), { recursive: true })
  }
}
for (const look of looks) await mkdir(join(folder, nameOf(look)))
for (const walk of walks.filter(({ name }) => name.includes(process.argv[4] ?? ''))) {
  await walk(scene).catch((caught: unknown) => {
    const stopped = `${walk.name} does not go on after ${scenes.at(-1)}: ${String(caught)}`
    process.stderr.write(`${stopped}\n`)
    findings.set(stopped, [])
  })
}
await sheets()
const said = [...findings].map(([finding, where]) => `${finding} [${where.join(', ')}]\n`).join('')
await writeFile(join(folder, 'found.txt'), said)
process.stdout.write(said)
process.stderr.write(`${scenes.length} x ${looks.length} pictures in ${folder}\n`)
process.exitCode = findings.size === 0 ? 0 : 1
