import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { CallOutput } from '../../../shared/contract/index.ts'
import {
  exactCash,
  tenderSaid,
  tenderWays,
  type Tender,
} from '../../../shared/domain/drawer/tender.ts'
import { maskReference } from '../../../shared/domain/privacy/mask.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { call, useEvent } from '../../bridge/client.ts'
import { useLoad } from '../../ui/action.ts'

/** Sales of one question at most. */
const mostAsked = 500

/** Whether who is here is told how sales were paid, as it was last seen: a column that goes is not there at first. */
const isTold = shallowRef(true)

/**
 * How the sales of a list were paid, kept current (null: not known yet, or not told where the count is blind), and why it
 * could not be read.
 */
export function useSaleTenders(sales: () => readonly Sale[]) {
  const known = shallowRef<ReadonlyMap<string, Tender>>(new Map())
  const idsOf = () => sales().map(({ id }) => id)
  const { run, error } = useLoad(
    () => ask(idsOf()),
    (found) => {
      known.value = found ?? new Map()
      isTold.value = found !== null
    },
  )
  watch(() => idsOf().join(), run, { immediate: true })
  useEvent('shift.changed', useDebounceFn(run, 150))
  useEvent('people.changed', () => void run())
  const tenderOf = (saleId: string): Tender | null => known.value.get(saleId) ?? null
  return { tenderOf, isTold, error }
}

async function ask(ids: readonly string[]): Promise<Map<string, Tender> | null> {
  const found = new Map<string, Tender>(ids.map((id) => [id, exactCash]))
  for (let from = 0; from < ids.length; from += mostAsked) {
    const saleIds = ids.slice(from, from + mostAsked)
    const { tenders }: CallOutput<'shift.tenders'> = await call('shift.tenders', { saleIds })
    if (tenders === null) return null
    for (const { saleId, tender } of tenders) found.set(saleId, tender)
  }
  return found
}

/**
 * Who the customer of a sale is, beside what it was made to: who owes it, else the phone or document that is not its
 * reference, by its end alone; empty: nothing else tells.
 */
export function customerOf({ reference, phone, transaction }: Sale, tender: Tender | null): string {
  const owing = tender && tenderWays(tender).find(({ kind }) => kind === 'credit')
  if (owing?.kind === 'credit') return owing.name
  const { cellphone = '', document = '' } = transaction?.person ?? {}
  const other = [phone ?? '', cellphone, document].find((text) => text !== '' && text !== reference)
  return other === undefined ? '' : maskReference(other)
}

/** What of a tender is worth a cell's second line: where a transfer came in and its number. */
export function tenderNote(tender: Tender | null): string {
  const sent = tender && tenderWays(tender).find(({ kind }) => kind === 'transfer')
  return sent ? tenderSaid(sent) : ''
}
