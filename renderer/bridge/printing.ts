import { tryOnScopeDispose } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, getCurrentInstance, ref } from 'vue'
import { printerSchema, type Printer, type PrintJob } from '../../shared/contract/receipts.ts'
import { toAppError, type AppError } from '../../shared/errors.ts'
import { call, on } from './client.ts'

/** How long "printed" is said. */
const saidMs = 4_000

/** The printer, what is on its way to it, and what of it did not come out. */
export const usePrinting = defineStore('printing', () => {
  const printer = ref<Printer>(printerSchema.parse({}))
  const jobs = ref<PrintJob[]>([])
  /** Why the last paper that was asked for could not even be queued. */
  const refused = ref<AppError | null>(null)
  /** Sales whose paper has just come out. */
  const printed = ref(new Set<string>())
  /** What the key prints: whatever part of the screen asked for it last and is still there. */
  const targets: (() => (() => unknown) | null)[] = []

  function hear(next: PrintJob[]): void {
    for (const { saleId, state } of next) {
      if (state !== 'done' || saleId === null) continue
      printed.value.add(saleId)
      setTimeout(() => printed.value.delete(saleId), saidMs)
    }
    jobs.value = next.filter(({ state }) => state !== 'done')
  }

  /** Reads all of it and keeps it current for the life of the window. */
  async function follow(): Promise<void> {
    on('receipts.jobs', hear)
    on('receipts.printer', (next) => {
      printer.value = next
    })
    printer.value = await call('receipts.printer', {})
    hear(await call('receipts.jobs', {}))
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      refused.value = null
    } catch (caught) {
      refused.value = toAppError(caught)
    }
  }

  return {
    printer,
    /** No printer was chosen: a receipt is shown or sent, and not handed over. */
    paperless: computed(() => printer.value.kind === 'none'),
    printed,
    refused,
    follow,
    failed: computed(() => jobs.value.filter(({ state }) => state === 'failed')),
    /** Whether something did not come out that nobody has read of. */
    tells: computed(
      () => refused.value !== null || jobs.value.some(({ state }) => state === 'failed'),
    ),
    isPrinting: (saleId: string) =>
      jobs.value.some((job) => job.saleId === saleId && job.state !== 'failed'),
    print: (saleId: string) => attempt(() => call('receipts.print', { saleId })),
    /** Prints all that did not come out once more. */
    retry: () =>
      attempt(async () => {
        const failed = jobs.value.filter(({ state }) => state === 'failed')
        for (const { id } of failed) await call('receipts.retry', { jobId: id })
      }),
    /** A person has read it. */
    dismiss: () =>
      attempt(async () => {
        const failed = jobs.value.filter(({ state }) => state === 'failed')
        for (const { id } of failed) await call('receipts.dismiss', { jobId: id })
      }),
    aim(target: () => (() => unknown) | null): () => void {
      targets.push(target)
      return () => void targets.splice(targets.indexOf(target), 1)
    },
    target: () => targets.map((one) => one()).findLast((print) => print !== null) ?? null,
  }
})

/** Says which sale the print key prints while this part of the screen is there; null: none now. */
export function usePrintKey(target: () => string | null): void {
  const { print } = usePrinting()
  usePaperKey(() => {
    const saleId = target()
    return saleId === null ? null : () => print(saleId)
  })
}

/** The same of any other paper. A page that is kept alive while another one is shown prints nothing. */
export function usePaperKey(target: () => (() => unknown) | null): void {
  const part = getCurrentInstance()
  const isShown = () =>
    part === null || (part.proxy?.$el instanceof Node && part.proxy.$el.isConnected)
  tryOnScopeDispose(usePrinting().aim(() => (isShown() ? target() : null)))
}
