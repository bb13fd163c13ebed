import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** A real print system with real printers, which keep as PDF what they were given. */
export interface PrintSystem {
  /** Where the programs of CUPS find it, as CUPS_SERVER says it. */
  server: string
  /** What a printer has printed so far, oldest first. */
  printed(printer: string): string[]
  close(): Promise<void>
}

/** Of one wait, in milliseconds: what takes longer does not come. */
const patience = 120_000

const programs = {
  cupsd: 'cups-daemon',
  lpadmin: 'cups-client',
  ippeveprinter: 'cups-ipp-utils',
  'avahi-daemon': 'avahi-daemon',
  'dbus-daemon': 'dbus',
  ip: 'iproute2',
  pdftotext: 'poppler-utils',
}
const path = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`
/** What the script finds of its own: a network, mounts and processes that end with the first of them. */
const apart = ['--net', '--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child']

/** Why no print system can be had here; null: it can. */
export function whyNoPrintSystem(): string | null {
  const isThere = (name: string) => path.split(delimiter).some((at) => existsSync(join(at, name)))
  const missing = Object.entries(programs).filter(([name]) => !isThere(name))
  if (missing.length > 0)
    return `install ${missing.map(([, packageName]) => packageName).join(', ')}`
  if (!existsSync('/usr/lib/cups/filter/pdftopdf')) return 'install cups-filters'
  if (process.getuid?.() !== 0) return 'only root may have a network of its own'
  try {
    execFileSync('unshare', [...apart, 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'this machine gives no network of its own (unshare --net)'
  }
}

/**
 * Starts one with these printers, below a folder, in a network that nothing else is in. Whatever it waits for has a limit,
 * and all of it ends with one process.
 */
export async function startPrintSystem(
  folder: string,
  printers: readonly string[],
): Promise<PrintSystem> {
  const script = fileURLToPath(new URL('./print-system.sh', import.meta.url))
  const named = printers.map((name, index) => `${name}=${8631 + index}`)
  const child = spawn('unshare', [...apart, 'sh', script, folder, ...named], {
    env: { ...process.env, PATH: path },
    stdio: 'pipe',
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit')
  // The script says "ready" and nothing else, or ends: it knows how long it waits.
  const failed = ended.then((): never => {
    throw new Error(`no print system: ${said}`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => undefined)
  // As where this process is killed: what holds its input is gone, and nothing of it stays.
  const close = async () => {
    child.stdin.end()
    await ended
  }
  return {
    server: join(folder, 'cups.sock'),
    printed: (printer) => papersIn(join(folder, 'printed', printer)),
    close,
  }
}

/** Its own names begin with the number of the job. */
function papersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => join(folder, name))
}

/** Waits until a printer has printed this many, each whole. */
export async function papersOf(system: PrintSystem, printer: string, count: number) {
  const whole = () => system.printed(printer).filter((file) => isWhole(file))
  await expect.poll(() => whole().length, { timeout: patience, interval: 200 }).toBe(count)
  return whole().map((file) => readPaper(file))
}

/** A PDF says at its end where its parts are. */
const isWhole = (file: string) => readFileSync(file, 'latin1').trimEnd().endsWith('%%EOF')

/** What Debian's pdftotext reads on a paper, in one line, and the size of its first page in millimetres. */
function readPaper(file: string) {
  const said = (name: string, args: readonly string[]) =>
    execFileSync(name, args, { encoding: 'utf8' })
  const facts = said('pdfinfo', [file])
  const [, width = '', height = ''] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(facts) ?? []
  const mm = (points: string) => Math.round((Number(points) / 72) * 25.4)
  return {
    text: said('pdftotext', ['-layout', file, '-']).replace(/\s+/g, ' '),
    width: mm(width),
    height: mm(height),
    pages: Number(/Pages:\s+(\d+)/.exec(facts)?.[1] ?? 0),
  }
}
