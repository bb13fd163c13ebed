import { sheets } from '../../shared/domain/receipt/sheet.ts'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { slipPage } from '../../electron/features/receipts/layout/slip-html.ts'
import { createChromiumPaper } from '../../electron/host/chromium/chromium-paper.ts'
import { createCups } from '../../electron/host/system/cups.ts'
import {
  receiptFormatting,
  receiptMoment,
  saleSample,
} from '../../shared/domain/receipt/receipt-samples.ts'
import { businessSample } from '../../shared/domain/testing/business-sample.ts'
import { receipt } from '../../shared/domain/receipt/receipt.ts'
import { slipSchema } from '../../shared/domain/receipt/slip.ts'
import { makeFolder } from '../folders.ts'

// Paper without Electron, by a real Chromium; the print system is played by two small programs.

let folder: string
beforeAll(async () => {
  folder = makeFolder('paper')
  await program(
    'lpstat',
    'case $1 in -e) printf "POS_80\\nOficina\\n";; -d) echo "system default destination: POS_80";; esac',
  )
  await program(
    'lp',
    `for a; do echo "$a"; done > ${folder}/asked; for a; do last=$a; done; cp "$last" ${folder}/job.pdf; [ "$2" != Oficina ] || { echo "lp: The printer or class does not exist." >&2; exit 1; }`,
  )
})

async function program(name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}

const opened: string[] = []
const paper = () =>
  createChromiumPaper(createCups(`${folder}:/usr/bin:/bin`), async (path) => {
    opened.push(path)
    await readFile(path)
  })

function receiptSlip() {
  const slip = receipt(saleSample(), businessSample, {
    ...receiptFormatting,
    duplicateAt: receiptMoment,
  })
  if (!slip) throw new Error('no receipt')
  return slip
}

/** Text and size in millimetres of each page. */
async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: true })
  const [, , width = 0, height = 0] = (await document.getPage(1)).view
  const mm = (points: number) => Math.round((points / 72) * 25.4)
  return {
    text: text.replace(/\s+/g, ' '),
    pages: document.numPages,
    width: mm(width),
    height: mm(height),
  }
}

describe.each(['58', '80', 'letter', 'a4'] as const)('a receipt on %s', (width) => {
  test('is read back from its PDF, on one page of that paper', async () => {
    const host = paper()
    const read = await readPdf(await host.pdf(slipPage(receiptSlip(), width)))
    await host.close()
    for (const told of [
      'Tienda La Esquina',
      'NIT 900.123.456-8',
      'Comprobante de transacción',
      'DUPLICADO',
      'sáb 21 nov 2026, 3:04 p. m.',
      'Recarga Clara',
      '******4567',
      'Total cobrado $ 20.000',
      '6740c2f1e5b0a9d8c7b6a5f4',
      'No es factura de venta ni documento equivalente.',
      'Gracias por su compra',
    ])
      expect(read.text).toContain(told)
    expect(read.text.replaceAll(' ', '')).toContain('019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6')
    expect(read.text).not.toContain('3001234567')
    expect(read.pages).toBe(1)
    const sheet = width === 'letter' || width === 'a4' ? sheets[width] : null
    expect(read.width).toBe(sheet?.width ?? Number(width))
    if (!sheet) expect(read.height).toBeLessThan(220)
  })
})

test('nothing on a page runs, is fetched or becomes markup', async () => {
  const host = paper()
  const hostile =
    '<script>document.body.innerHTML="RAN"</script><img src="file:///etc/hostname"><i>x</i>'
  const slip = slipSchema.parse({
    title: hostile,
    lines: [
      { kind: 'text', text: hostile },
      { kind: 'row', label: hostile, value: `"'&` },
      { kind: 'qr', data: hostile },
    ],
  })
  const page = slipPage(slip, '80')
  expect(page.html).not.toMatch(/<script|<img|<i>/)
  const { text } = await readPdf(await host.pdf(page))
  expect(text.replaceAll(' ', '')).toContain(hostile.replaceAll(' ', ''))
  const raw = {
    html: '<!doctype html><body><p>before</p><script>document.body.textContent="RAN"</script>',
    width: 80,
    height: null,
  }
  expect((await readPdf(await host.pdf(raw))).text).toBe('before')
  await host.close()
})

describe('the system’s printers', () => {
  test('are the ones that lpstat names', async () => {
    expect(await paper().printers()).toEqual([
      { name: 'POS_80', label: 'POS 80', isDefault: true },
      { name: 'Oficina', label: 'Oficina', isDefault: false },
    ])
    expect(await createCups('/nowhere').printers()).toEqual([])
  })

  test('take a PDF of the paper’s size, and their refusal is an error', async () => {
    const host = paper()
    await host.printPage(slipPage(receiptSlip(), '58'), 'POS_80')
    const asked = (await readFile(join(folder, 'asked'), 'utf8')).split('\n')
    expect(asked.slice(0, 2)).toEqual(['-d', 'POS_80'])
    const { height, width } = await readPdf(await readFile(join(folder, 'job.pdf')))
    expect(asked).toContain(`media=Custom.58x${height}mm`)
    expect(width).toBe(58)
    await expect(host.printPage(slipPage(receiptSlip(), 'a4'), 'Oficina')).rejects.toMatchObject({
      error: {
        code: 'PRINTER_REFUSED',
        params: { printer: 'Oficina', reason: 'lp: The printer or class does not exist.' },
      },
    })
    await host.close()
  })

  test('without a name the person’s own viewer opens it, and no file stays behind', async () => {
    const host = paper()
    await host.printPage(slipPage(receiptSlip(), '80'), null)
    const path = opened.at(-1) ?? ''
    expect((await readPdf(await readFile(path))).text).toContain('DUPLICADO')
    await host.close()
    await expect(readFile(path)).rejects.toThrow('ENOENT')
  })
})
