import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'
import { receiptKindSchema } from '../domain/receipt/receipt.ts'
import { slipSchema } from '../domain/receipt/slip.ts'
import { changeSaid } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

/** Rolls of 58 and 80 mm, and sheets. */
const paperWidthSchema = z.enum(['58', '80', 'letter', 'a4'])
export type PaperWidth = z.infer<typeof paperWidthSchema>

/** The tables of letters that receipt printers know; `ascii` writes without accents, for any printer. */
export const codePageSchema = z.enum(['cp850', 'cp858', 'windows1252', 'cp437', 'ascii'])
export type CodePage = z.infer<typeof codePageSchema>

/**
 * Where a printer's device may be: a port of this computer or a printer that Windows shares. No other file of
 * the disk is ever written as if it were a printer.
 */
const devicePathSchema = z
  .string()
  .trim()
  .max(200)
  .regex(
    /^(\/dev\/(?:usb\/)?[\w.-]+|(?:\\\\\.\\)?(?:COM|LPT)\d{1,3}|\\\\[\w.-]+\\[^\\/:*?"<>|]+)$/i,
  )
  .refine((path) => !/\\\\[.?]\\(?!COM|LPT)/i.test(path))

/** A name or address of the network, as a person types it. */
const hostSchema = z
  .string()
  .trim()
  .max(253)
  .regex(/^[\w.:-]+$/)

/** The printer of this register. Each field keeps its value while another kind is chosen. */
const fields = z.object({
  kind: z.enum(['none', 'system', 'network', 'device', 'pdf']),
  paper: paperWidthSchema,
  /** The system's name of a printer; empty: its dialog asks each time. */
  systemName: z.string().max(300),
  host: hostSchema.or(z.literal('')),
  port: z.int().min(1).max(65_535),
  device: devicePathSchema.or(z.literal('')),
  baud: z.literal([9600, 19_200, 38_400, 115_200]),
  codePage: codePageSchema,
  /** Letters in a line; null: what its paper usually has. */
  columns: z.int().min(24).max(48).nullable(),
  /** Cuts the paper after each slip. */
  cut: z.boolean(),
  /** Opens the cash drawer, which hangs on the printer, with the first paper of each sale. */
  drawer: z.boolean(),
  /** Prints the receipt by itself when a sale is approved. */
  automatic: z.boolean(),
  copies: z.int().min(1).max(3),
})

/** A change of some of it. Without defaults: what is not named stays as it was chosen. */
export const printerChangeSchema = fields.partial()

const { shape } = fields

/** All of it; what nobody chose is as it comes. */
export const printerSchema = z.object({
  kind: shape.kind.default('none'),
  paper: shape.paper.default('80'),
  systemName: shape.systemName.default(''),
  host: shape.host.default(''),
  port: shape.port.default(9100),
  device: shape.device.default(''),
  baud: shape.baud.default(9600),
  codePage: shape.codePage.default('cp850'),
  columns: shape.columns.default(null),
  cut: shape.cut.default(true),
  drawer: shape.drawer.default(false),
  automatic: shape.automatic.default(false),
  copies: shape.copies.default(1),
})
export type Printer = z.infer<typeof printerSchema>
export type PrinterChange = z.infer<typeof printerChangeSchema>

/** A paper on its way, or that did not come out. Times are epoch milliseconds. */
export const printJobSchema = z.object({
  id: z.string(),
  at: z.number(),
  /** What is printed: of a sale, or another slip by its title. */
  saleId: z.string().nullable(),
  title: z.string(),
  state: z.enum(['waiting', 'printing', 'done', 'failed']),
  error: appErrorSchema.nullable(),
  /**
   * How a person may print it once more: as it is; of a run before this one as a duplicate; or only where it is shown,
   * as this run does not have it.
   */
  again: z.enum(['same', 'duplicate', 'elsewhere']),
})
export type PrintJob = z.infer<typeof printJobSchema>

/** A printing of a sale's paper as the journal keeps it. */
const receiptPrintSchema = z.object({
  at: z.number(),
  kind: receiptKindSchema,
  /** 1 is the original; each later one is a duplicate. */
  number: z.int(),
  printer: z.string(),
  cashier: z.string().nullable(),
  /** `failed`: certainly nothing came out. `begun`: nobody knows. */
  outcome: z.enum(['begun', 'done', 'failed']),
})
export type ReceiptPrint = z.infer<typeof receiptPrintSchema>

const jobAnswer = z.object({ jobId: z.string() })
const sale = z.object({ saleId: z.string().min(1) })

export const receiptsCalls = defineCalls({
  'receipts.printer': { input: z.object({}), output: printerSchema, right: 'present' },
  'receipts.setPrinter': {
    input: printerChangeSchema,
    output: printerSchema,
    right: 'settings',
    audit: (input) => ({ detail: changeSaid(input) }),
  },
  /** Printers that the system can print to without asking. */
  'receipts.systemPrinters': {
    input: z.object({}),
    output: z.array(z.object({ name: z.string(), label: z.string(), isDefault: z.boolean() })),
    right: 'settings',
  },
  /** The paper of a sale as it would be printed now, and its printings; `slip` null: it has none. */
  'receipts.ofSale': {
    input: sale,
    output: z.object({ slip: slipSchema.nullable(), prints: z.array(receiptPrintSchema) }),
    right: 'present',
    patient: true,
  },
  /** Puts a sale's paper on the queue. RECEIPT_NOT_DUE, SALE_NOT_FOUND, PRINTER_NOT_SET. */
  'receipts.print': { input: sale, output: jobAnswer, right: 'present' },
  /** Writes a sale's paper as a PDF to a path that a person chose. */
  'receipts.savePdf': {
    input: sale.extend({ path: z.string().min(1) }),
    output: z.object({}),
    right: 'present',
  },
  /**
   * Opens WhatsApp with a sale's paper as a message to a number, which a person then sends. The page's address is made
   * of the two by the host, and of nothing else. MESSAGING_OFF, PHONE_UNREADABLE, RECEIPT_NOT_DUE, MESSAGE_TOO_LONG.
   */
  'receipts.message': {
    input: sale.extend({ number: z.string().max(40) }),
    output: z.object({}),
    right: 'sell',
    audit: ({ saleId }) => ({ subject: saleId }),
  },
  /** A page that shows whether the printer, its letters and its drawer work. */
  'receipts.testPage': { input: z.object({}), output: jobAnswer, right: 'settings' },
  'receipts.openDrawer': {
    input: z.object({}),
    output: jobAnswer,
    right: 'movements',
    audit: () => ({}),
  },
  /** What is on the queue, and what did not come out, also in runs before, and was not yet put right. */
  'receipts.jobs': { input: z.object({}), output: z.array(printJobSchema), right: 'present' },
  /** Prints again what did not come out; nothing where it can only be printed elsewhere. */
  'receipts.retry': {
    input: z.object({ jobId: z.string() }),
    output: z.object({}),
    right: 'present',
  },
  /** A person has seen that it did not come out. */
  'receipts.dismiss': {
    input: z.object({ jobId: z.string() }),
    output: z.object({}),
    right: 'present',
  },
})

export const receiptsEvents = defineEvents({
  'receipts.jobs': { payload: z.array(printJobSchema), locked: 'last' },
  'receipts.printer': { payload: printerSchema, locked: 'last' },
})
