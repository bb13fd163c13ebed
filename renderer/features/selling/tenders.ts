import { defineStore } from 'pinia'
import { ref } from 'vue'
import { money, type Money } from '../../../shared/domain/money/money.ts'
import {
  changeOf,
  tenderSchema,
  type Tender,
  type TenderKind,
} from '../../../shared/domain/drawer/tender.ts'

/** How a customer pays, as it is being said. */
export interface TenderSaid {
  kind: TenderKind
  /** Of cash, what was received, in minor units; null: exactly the total. */
  received: number | null
  /** Of a sale on credit, who owes it. */
  name: string
}

const exact: TenderSaid = { kind: 'cash', received: null, name: '' }

/** How each sale at hand is paid, by its draft: another sale begins with exact cash again. */
export const useTenders = defineStore('tenders', () => {
  const said = ref<Record<string, TenderSaid>>({})
  const of = (draftId: string): TenderSaid => said.value[draftId] ?? exact

  function say(draftId: string, part: Partial<TenderSaid>): void {
    said.value = { ...said.value, [draftId]: { ...of(draftId), ...part } }
  }

  /** The change of what was received; null: none is due, or it is not enough. */
  function changeDue(draftId: string, total: Money): Money | null {
    const { kind, received } = of(draftId)
    if (kind !== 'cash' || received === null) return null
    return changeOf(total, money(received, total.currency))
  }

  /** What is written down with the sale. What cannot be, a figure below the total, keeps no sale from being made. */
  function tenderOf(draftId: string, total: Money | null): Tender | undefined {
    const { kind, received, name } = of(draftId)
    if (kind !== 'cash') return tenderSchema.safeParse({ kind, name }).data
    if (total === null || received === null || changeDue(draftId, total) === null) return undefined
    return { kind, received: money(received, total.currency) }
  }

  /** Whether a name is still wanted. */
  function isIncomplete(draftId: string): boolean {
    return of(draftId).kind === 'credit' && tenderOf(draftId, null) === undefined
  }

  return { of, say, changeDue, tenderOf, isIncomplete }
})
