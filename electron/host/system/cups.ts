import { sheets } from '../../../shared/domain/receipt/sheet.ts'
import { Failure } from '../../../shared/errors.ts'
import type { PrintPage, SystemPrinter } from '../host.ts'
import { programOutput } from './system-output.ts'

/** The print system of Linux and macOS by its own programs, `lp` and `lpstat`. */
export type Cups = ReturnType<typeof createCups>

/** A print system that does not answer is as one that is not there. */
const limitMs = 15_000

/** `path`: where its programs are looked for, as PATH says it. */
export function createCups(path = process.env.PATH ?? '') {
  // Its words are read: they have to be the same in every country.
  const env = { ...process.env, PATH: path, LC_ALL: 'C' }

  const run = (program: string, args: readonly string[]) =>
    programOutput(program, args, { env, timeout: limitMs, killSignal: 'SIGKILL' })

  async function standard(): Promise<string | null> {
    // Without a default it says so in words, in which no colon precedes a name.
    const chosen = await run('lpstat', ['-d']).catch(() => '')
    return /: (\S+)\s*$/.exec(chosen)?.[1] ?? null
  }

  return {
    /** The name of the one that it prints on when none is named, or null. */
    standard,
    /** The printers it knows; none where there is no such system. */
    async printers(): Promise<SystemPrinter[]> {
      const names = await run('lpstat', ['-e']).catch(() => '')
      if (names.trim() === '') return []
      const own = await standard()
      return names
        .split('\n')
        .map((name) => name.trim())
        .filter(Boolean)
        .map((name) => ({ name, label: name.replaceAll('_', ' '), isDefault: name === own }))
    },
    /** Hands a PDF to a printer's own queue. @throws Failure PRINTER_REFUSED */
    async print(
      pdfPath: string,
      printer: string,
      page: PrintPage,
      heightMm: number,
    ): Promise<void> {
      const sheet = page.height === sheets.a4.height ? 'A4' : 'Letter'
      const media = page.height === null ? `Custom.${page.width}x${heightMm}mm` : sheet
      const options = ['-d', printer, '-o', `media=${media}`, '-o', 'print-scaling=none']
      try {
        await run('lp', [...options, '--', pdfPath])
      } catch (caught) {
        const reason = caught instanceof Error ? caught.message : String(caught)
        throw new Failure('PRINTER_REFUSED', { printer, reason }, { cause: caught })
      }
    },
  }
}
