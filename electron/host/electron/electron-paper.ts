import { BrowserWindow, session, type Session } from 'electron'
import { Failure } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { withTimeout } from '../../async/time-limit.ts'
import type { PrintHost, PrintPage } from '../host.ts'
import { standardPrinter } from '../system/standard-printer.ts'
import { paperHeaders, paperHeight, paperPixels } from '../paper.ts'

const address = 'app://mostrador/papel'
const micronsPerMm = 1000
const mmPerInch = 25.4

/** What Electron says when a person closed the dialog, and when there was nothing to print on. */
const cancelled = /cancel/i

/**
 * How long a page may take. Printing can end without a word (electron#39092), and the next page waits for it; a
 * dialog of the system stays open for as long as its person looks at it.
 */
const limits = { page: 60_000, dialog: 600_000 }

/** Where pages are drawn: one at a time, as the address always answers the one that is being drawn. */
interface Drawing {
  own: Session | null
  html: string
}

/**
 * Paper under Electron: each page in a hidden window of its own, which sees nothing of the app. `standard`: which
 * printer is the system's own, as Electron no longer says.
 */
export function createElectronPaper(standard = standardPrinter): PrintHost {
  const drawing: Drawing = { own: null, html: '' }
  const queue = createSerialQueue()
  const drawInTurn = <T>(page: PrintPage, use: Use<T>, late?: Late) =>
    queue.add(() => draw(drawing, page, use, late))

  return {
    printers: () =>
      drawInTurn({ html: '<!doctype html>', width: 80, height: 100 }, async ({ webContents }) => {
        const [found, own] = await Promise.all([webContents.getPrintersAsync(), standard()])
        return found.map(({ name, displayName }) => ({
          name,
          label: displayName || name,
          isDefault: name === own,
        }))
      }),
    printPage: (page, printer) =>
      drawInTurn(page, (window, heightMm) => print(window, page, heightMm, printer), {
        ms: printer === null ? limits.dialog : limits.page,
        printer: printer ?? '…',
      }),
    pdf: (page) =>
      drawInTurn(page, (window, heightMm) =>
        window.webContents.printToPDF({
          printBackground: true,
          margins: { top: 0, bottom: 0, left: 0, right: 0 },
          pageSize: { width: page.width / mmPerInch, height: heightMm / mmPerInch },
        }),
      ),
  }
}

function paperSession(drawing: Drawing): Session {
  if (drawing.own) return drawing.own
  const made = session.fromPartition('papel')
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  made.setPermissionCheckHandler(() => false)
  made.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: details.url !== address && !details.url.startsWith('data:image/') }),
  )
  made.protocol.handle('app', (request) =>
    request.url === address
      ? new Response(drawing.html, { headers: { ...paperHeaders } })
      : new Response(null, { status: 404 }),
  )
  drawing.own = made
  return made
}

/** What is done with a page once it is drawn. */
type Use<T> = (window: BrowserWindow, heightMm: number) => Promise<T>
/** How long that may take, and the printer that is then said to have been interrupted. */
interface Late {
  ms: number
  printer: string
}

/** Draws a page and does something with it, all within a time; whatever becomes of it, its window goes. */
async function draw<T>(
  drawing: Drawing,
  page: PrintPage,
  use: Use<T>,
  late: Late = { ms: limits.page, printer: '…' },
): Promise<T> {
  const window = new BrowserWindow({
    show: false,
    ...paperPixels(page),
    useContentSize: true,
    webPreferences: {
      session: paperSession(drawing),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      spellcheck: false,
    },
  })
  const drawn = async () => {
    drawing.html = page.html
    await window.loadURL(address)
    const measured: unknown = await window.webContents.executeJavaScript(
      'document.body.getBoundingClientRect().height',
    )
    return use(window, paperHeight(page, typeof measured === 'number' ? measured : 0))
  }
  try {
    return await withTimeout(drawn(), late.ms, () => {
      throw new Failure('PRINTER_INTERRUPTED', { printer: late.printer })
    })
  } finally {
    window.destroy()
  }
}

function print(
  window: BrowserWindow,
  page: PrintPage,
  heightMm: number,
  printer: string | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    window.webContents.print(
      {
        silent: printer !== null,
        ...(printer === null ? {} : { deviceName: printer }),
        printBackground: true,
        margins: { marginType: 'none' },
        pageSize: { width: page.width * micronsPerMm, height: heightMm * micronsPerMm },
      },
      (success, reason) => {
        if (success) resolve()
        else if (cancelled.test(reason)) reject(new Failure('PRINT_CANCELLED'))
        else reject(new Failure('PRINTER_REFUSED', { printer: printer ?? '', reason }))
      },
    )
  })
}
