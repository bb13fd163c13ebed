import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { launchBrowser } from '../../electron/host/chromium/chromium-launch.ts'
import { makeFolder } from '../folders.ts'
import { cutTexts } from './cut-texts.ts'
import { looks as all, nameOf, type Look } from './looks.ts'
import { misplaced } from './misplaced.ts'
import { walks } from './scenes.ts'

// Every page and state in every look, as pictures in a folder (gallery/, or the first argument): one of each, and a
// sheet of all for each look. What is cut off, covered or scrolled away in one of them is said at the end, and fails it.

const folder = resolve(process.argv[2] ?? 'gallery')
/** Those alone whose names hold the second argument (`1366x768-light-es`), of the walk that the third names. */
const looks = all.filter((look) => nameOf(look).includes(process.argv[3] ?? ''))
const findings = new Map<string, string[]>()
const scenes: string[] = []
/** What the service and the shop call their things is as long as they like, and may end in "…". */
const names = new Set(['Tienda de prueba'])

async function show(page: Page, look: Look): Promise<void> {
  const { width, height, dark, language } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  if ((await page.evaluate(() => document.documentElement.lang)) !== language) {
    await page.evaluate((to) => window.bridge.call('settings.set', { language: to }), language)
    await page.locator(`html[lang="${language}"]`).waitFor()
  }
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

const namedSchema = z.array(z.object({ name: z.string() }))
const catalogSchema = z.object({
  value: z.object({ products: namedSchema, categories: namedSchema }),
})

async function givenNames(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => window.bridge.call('catalog.get', {}))
  const { data } = catalogSchema.safeParse(said)
  return [...(data?.value.products ?? []), ...(data?.value.categories ?? [])].map(
    ({ name }) => name,
  )
}

/** Takes one state of the window in every look, and goes back to the first. */
async function scene(page: Page, name: string): Promise<void> {
  const numbered = `${String(scenes.length + 1).padStart(2, '0')}-${name}`
  scenes.push(numbered)
  await page.mouse.move(0, 0)
  for (const given of await givenNames(page)) names.add(given)
  for (const look of looks) {
    await show(page, look)
    await page.waitForTimeout(60)
    const path = join(folder, nameOf(look), `${numbered}.png`)
    await page.screenshot({ path })
    // Between light and dark only colours change.
    if (look.dark) continue
    const cut = (await page.evaluate(cutTexts)).filter(({ text }) => !names.has(text))
    const found = [
      ...cut.map(({ text, box }) => `cut off: ${text.slice(0, 60)} (${box})`),
      ...(await page.evaluate(misplaced)),
    ]
    for (const one of found) {
      const where = findings.get(`${name}: ${one}`) ?? []
      where.push(`${look.width}x${look.height} ${look.language}`)
      findings.set(`${name}: ${one}`, where)
    }
  }
  const [first] = looks
  if (first) await show(page, { ...first, width: 1366, height: 768 })
  process.stderr.write(`${numbered}\n`)
}

/** All scenes of each look on one picture. */
async function sheets(): Promise<void> {
  const browser = await launchBrowser({
    profileDir: makeFolder('gallery-sheets'),
    origin: 'about:blank',
    headless: true,
    viewport: { width: 2400, height: 1000 },
  })
  const page = await browser.newPage()
  for (const look of looks) {
    const shown = await Promise.all(
      scenes.map(async (name) => {
        const image = await readFile(join(folder, nameOf(look), `${name}.png`), 'base64')
        return `<figure><img src="data:image/png;base64,${image}"><figcaption>${name}</figcaption></figure>`
      }),
    )
    await page.setContent(`<style>${sheetStyle}</style>${shown.join('')}`)
    await page.screenshot({ path: join(folder, `${nameOf(look)}.png`), fullPage: true })
  }
  await browser.close()
}

const sheetStyle = `body { margin: 8px; display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; font: 14px sans-serif }
  figure { margin: 0 } img { width: 100%; border: 1px solid #888 }`

await mkdir(folder, { recursive: true })
// What a gallery before left there; nothing else in a folder that somebody named.
for (const entry of await readdir(folder)) {
  if (/^\d+x\d+-(light|dark)-(es|en)(\.png)?$/.test(entry)) {
    await rm(join(folder, entry), { recursive: true })
  }
}
for (const look of looks) await mkdir(join(folder, nameOf(look)))
for (const walk of walks.filter(({ name }) => name.includes(process.argv[4] ?? ''))) {
  await walk(scene).catch((caught: unknown) => {
    findings.set(`${walk.name} does not go on after ${scenes.at(-1)}: ${String(caught)}`, [])
  })
}
await sheets()
for (const [finding, where] of findings) process.stdout.write(`${finding} [${where.join(', ')}]\n`)
process.stderr.write(`${scenes.length} x ${looks.length} pictures in ${folder}\n`)
process.exitCode = findings.size === 0 ? 0 : 1
