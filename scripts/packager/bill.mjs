import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// What others' work is in a version: the bill of materials (CycloneDX 1.6) and the texts of the licences.

/** @returns {{ name: string, version: string, license?: string, devDependencies: Record<string, string> }} */
export const packageOf = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** What the builds of the app and of the page left of what they bundled, as Vite's build.license says it. */
const told = ['licences.json', join('renderer', 'licences.json')]

/**
 * Writes `bom.cdx.json` and `LICENCES.txt` of what was bundled into a version's folder and what stands beside it.
 * @param {string} folder
 * @param {{ name: string, version: string, beside: readonly string[] }} of `beside`: folders of packages
 */
export function writeBill(folder, { name, version, beside }) {
  const bundled = told.flatMap((file) => {
    const parts = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    rmSync(join(folder, file))
    return parts
  })
  const parts = new Map(
    [...bundled, ...beside.map(licenceOf)].map((part) => [`${part.name}@${part.version}`, part]),
  )
  const sorted = [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: sorted.map(component),
  }
  writeFileSync(join(folder, 'bom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  const texts = sorted.map(
    (part) => `${part.name} ${part.version}: ${part.identifier}\n\n${part.text ?? ''}`,
  )
  writeFileSync(join(folder, 'LICENCES.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** An expression ("MIT OR Apache-2.0") is said as one, a licence by its name. */
const component = (part) => ({
  type: 'library',
  name: part.name,
  version: part.version,
  purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
  licenses: / /.test(part.identifier)
    ? [{ expression: part.identifier }]
    : [{ license: { id: part.identifier } }],
})

/** A package's name and licence, as Vite says them of those that it bundles. */
function licenceOf(folder) {
  const { name, version, license = 'UNLICENSED' } = packageOf(folder)
  const texts = globSync('{LICENSE,NOTICE}*', { cwd: folder }).sort()
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return { name, version, identifier: license, text }
}
