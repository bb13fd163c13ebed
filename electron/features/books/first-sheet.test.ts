import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { firstSheet } from './first-sheet.ts'
import { sheetFile } from './formats/sheet-file.ts'

const rows = (cells: string) => `<worksheet><sheetData>${cells}</sheetData>`
const text = '<row r="1" s="3" customFormat="1"><c r="A1" t="s"><v>0</v></c></row>'
const packed = async (files: Record<string, string>) => {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(files)) zip.file(name, content)
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
const cellOf = async (file: Buffer) => (await firstSheet(file)).getCell('A1').text

test('reads what we write, and what others write around one sheet', async () => {
  expect(await cellOf(await sheetFile('Plan', [['Qué es']]))).toBe('Qué es')
  const strings = '<sst><si><t>Caja</t></si></sst>'
  const files = {
    'xl/worksheets/sheet2.xml': rows(''),
    'xl/worksheets/sheet1.xml': `${rows(text)}<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>
      <dataValidations><dataValidation sqref="A1:XFD1048576"/></dataValidations></worksheet>`,
    'xl/sharedStrings.xml': strings,
    'xl/workbook.xml':
      '<workbook><definedNames><definedName name="a">S!$A$1:$XFD$1048576</definedName></definedNames></workbook>',
    // Nobody asks for it: it is never unpacked.
    'xl/media/image1.png': '0'.repeat(1_000_000),
  }
  expect(await cellOf(await packed(files))).toBe('Caja')
})

test('reads the tab that stands first, whichever number its file has', async () => {
  const relation = (id: string, sheet: number) =>
    `<Relationship Target="worksheets/sheet${sheet}.xml" Type="t" Id="${id}"/>`
  const cell = (what: string) =>
    rows(`<row r="1"><c r="A1" t="inlineStr"><is><t>${what}</t></is></c></row>`) + '</worksheet>'
  const files = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="b" sheetId="2" r:id="rId7"/><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 1)}${relation('rId7', 2)}</Relationships>`,
    'xl/worksheets/sheet1.xml': cell('uno'),
    'xl/worksheets/sheet2.xml': cell('dos'),
  }
  expect(await cellOf(await packed(files))).toBe('dos')
  // What names no sheet of the archive is not followed anywhere.
  const astray = { ...files, 'xl/_rels/workbook.xml.rels': relation('rId7', 9) }
  expect(await cellOf(await packed(astray))).toBe('uno')
})

test('unpacks no more than it may, whatever the archive says of its sizes', async () => {
  const bomb = await packed({ 'xl/worksheets/sheet1.xml': rows(' '.repeat(200_000)) })
  const limits = { bytes: 100_000, files: 10 }
  await expect(firstSheet(bomb, limits)).rejects.toThrow('too large')
  const lying = Buffer.from(bomb)
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
  await expect(firstSheet(lying, limits)).rejects.toThrow()
  const many = await packed(
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}`, ''])),
  )
  await expect(firstSheet(many, limits)).rejects.toThrow('too many files')
  await expect(firstSheet(await packed({ a: 'b' }))).rejects.toThrow()
})
