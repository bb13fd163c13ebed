import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import {
  printerSchema,
  printJobSchema,
  type Printer,
  type PrintJob,
} from '../../../../shared/contract/receipts.ts'
import type { Tender } from '../../../../shared/domain/drawer/tender.ts'
import { saleSchema } from '../../../../shared/domain/sale/sale.ts'
import { nextSale, type SaleEvidence } from '../../../../shared/domain/sale/sale-machine.ts'
import { businessSample } from '../../../../shared/domain/testing/business-sample.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { PrintHost, PrintPage } from '../../../host/host.ts'
import { writtenJournal } from '../../../store/journal/journal-access.ts'
import type { Journal } from '../../../store/journal/journal.ts'
import { intentSample, transactionSample } from '../../../store/testing/journal-samples.ts'
import { createReceipts } from '../receipts.ts'

/** For tests: the register's paper over a journal, and what was told and printed. */
export function openPaperDesk(
  { journal, folder }: { journal: Journal; folder: string },
  printer: Partial<Printer>,
  over: {
    refuses?: Failure
    paper?: PrintHost
    tender?: Tender
    mayKnowDrawer?: () => boolean
  } = {},
) {
  const stored = new Map<string, unknown>([['printer', printerSchema.parse(printer)]])
  const told: PrintJob[][] = []
  const pages: { page: PrintPage; printer: string | null }[] = []
  const opened: string[] = []
  const problems: string[] = []
  let now = 1_000_000
  const receipts = createReceipts({
    system: {
      paper: over.paper ?? {
        printers: async () => [{ name: 'Caja', label: 'Caja', isDefault: true }],
        async printPage(page, name) {
          if (over.refuses) throw over.refuses
          pages.push({ page, printer: name })
        },
        pdf: async () => Buffer.from('%PDF-1.7'),
      },
      forkDeviceWriter: () => {
        throw new Error('no device here')
      },
      documentsDir: async () => folder,
      openPath: async (path) => void opened.push(path),
    },
    settings: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
    sale: (id) => {
      const record = journal.sale(id)
      return record && saleSchema.parse(record)
    },
    tender: () => over.tender ?? null,
    mayKnowDrawer: over.mayKnowDrawer ?? (() => true),
    journal: writtenJournal(journal),
    business: () => businessSample,
    formatting: () => ({ language: 'es', decimalSign: 'comma', sendByWhatsApp: false }),
    openChat: null,
    cashier: () => 'Ana',
    mustBeApproved: (path) => {
      if (!path.startsWith(folder)) throw new Failure('FILE_NOT_ALLOWED')
    },
    emit: (name, payload) => {
      if (name === 'receipts.jobs') told.push(z.array(printJobSchema).parse(payload))
    },
    now: () => (now += 1_000),
    onProblem: (error) => problems.push(error.code),
  })
  const { handlers } = receipts
  /** Waits until nothing is on its way, and answers what failed. */
  async function settled(): Promise<PrintJob[]> {
    const isSettled = async () =>
      (await handlers['receipts.jobs']({})).every(({ state }) => state === 'failed')
    while (!(await isSettled())) await wait(5)
    return handlers['receipts.jobs']({})
  }
  return {
    receipts,
    handlers,
    told,
    pages,
    opened,
    problems,
    settled,
    print: (saleId = 'sale-0001') => handlers['receipts.print']({ saleId }),
    now: () => now,
  }
}

/** Puts a sale of $ 5.000 into a journal and brings it there by evidence. */
export function sellOn(journal: Journal, ...evidence: SaleEvidence[]): void {
  let record = journal.prepare(intentSample())
  for (const [index, one] of [{ kind: 'sending' } as const, ...evidence].entries()) {
    const at = 2_000 + index
    const facts = nextSale(record, one, at)
    const transaction = one.kind === 'found' ? { transaction: one.transaction } : {}
    const next =
      facts &&
      journal.advance(record, { facts, ...transaction }, { kind: 'outcome', at, error: null })
    if (!next) throw new Error(`the sale did not move by ${one.kind}`)
    record = next
  }
}

export const found = (status: 'APPROVED' | 'PENDING' = 'APPROVED'): SaleEvidence => ({
  kind: 'found',
  transaction: transactionSample({ status, costs: null }),
  skewMs: 0,
})
export const approved = [{ kind: 'accepted', skewMs: 0 }, found()] as const
