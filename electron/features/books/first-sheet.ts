import type { Worksheet } from 'exceljs'
import type { JSZipObject } from 'jszip'

/** The most that what is read of a workbook may unpack to, all of it together: many times what a map is. */
export const sheetLimits = { bytes: 8 * 1024 * 1024, files: 1_000 }

/** A workbook of one sheet, whatever stood around it. */
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const shell = {
  'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  // Rows that name a style ask for it; no style of theirs is there.
  'xl/styles.xml': '<styleSheet><cellXfs count="1"><xf/></cellXfs></styleSheet>',
}

/** What of a sheet is as large as it says and not as it is: one merged cell may be said to be all there are. */
const unread = ['mergeCells', 'dataValidations', 'conditionalFormatting', 'hyperlinks', 'cols']

/**
 * The cells of a workbook's first sheet, from a file of anybody's: only that sheet and its texts are unpacked, no further
 * than the limits whatever the archive says of its sizes, and nothing else in it is looked at.
 * @throws Error it is no workbook, or a larger one
 */
export async function firstSheet(file: Buffer, limits = sheetLimits): Promise<Worksheet> {
  // Loaded where they are needed: a register starts without them.
  const [{ default: JSZip }, { default: ExcelJS }] = await Promise.all([
    import('jszip'),
    import('exceljs'),
  ])
  const packed = await JSZip.loadAsync(file)
  const names = Object.keys(packed.files)
  if (names.length > limits.files) throw new Error('too many files')
  const sheets = names
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  const texts: string[] = []
  let left = limits.bytes
  for (const name of ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']) {
    const entry = packed.file(name)
    const bytes = entry ? await unpacked(entry, left) : Buffer.alloc(0)
    left -= bytes.length
    texts.push(bytes.toString('utf8'))
  }
  const tab = firstTab(texts[0] ?? '', texts[1] ?? '')
  const sheet = sheets.find((name) => name === tab) ?? sheets[0]
  const wanted = {
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': 'xl/sharedStrings.xml',
  }
  const kept = new JSZip()
  for (const [name, text] of Object.entries(shell)) kept.file(name, text)
  for (const [name, from] of Object.entries(wanted)) {
    const entry = from === undefined ? null : packed.file(from)
    if (!entry) continue
    const bytes = await unpacked(entry, left)
    left -= bytes.length
    kept.file(name, bytes)
  }
  const book = new ExcelJS.Workbook()
  const small = await kept.generateAsync({ type: 'arraybuffer', compression: 'STORE' })
  await book.xlsx.load(small, { ignoreNodes: unread })
  const [first] = book.worksheets
  if (!first) throw new Error('no sheet')
  return first
}

/** The file of the tab that stands first, whichever order the files were made in; null: the workbook does not say. */
function firstTab(book: string, relations: string): string | null {
  // Each with a bound: a text of millions of signs must not be gone through once for each of them.
  const [tab = ''] = /<(?:\w{1,20}:)?sheet\s[^>]{0,2000}>/.exec(book) ?? []
  const [, id] = /\s\w{1,20}:id="([^"]*)"/.exec(tab) ?? []
  for (const [relationship] of relations.matchAll(/<(?:\w{1,20}:)?Relationship\s[^>]{0,2000}>/g)) {
    if (id === undefined || !relationship.includes(`Id="${id}"`)) continue
    const [, target = ''] = /Target="(?:\/xl\/)?([^"]*)"/.exec(relationship) ?? []
    return `xl/${target}`
  }
  return null
}

/** The bytes of a file in the archive, counted as they come: what it says of its size is not believed. */
function unpacked(entry: JSZipObject, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const stream = entry.nodeStream()
    stream.on('data', (part: Buffer) => {
      size += part.length
      if (size <= most) return void parts.push(part)
      stream.pause()
      reject(new Error('too large'))
    })
    stream.on('error', reject)
    stream.on('end', () => resolve(Buffer.concat(parts)))
  })
}
