import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Money } from '../../../shared/domain/money/money.ts'
import type { CreditAccount, Debtor } from '../../../shared/domain/credit/debtor.ts'
import { call } from '../../bridge/client.ts'
import { onAnotherPerson } from '../../bridge/people.ts'
import { useTransferVias } from '../../bridge/transfer-vias.ts'
import {
  aboveSaid,
  changeSaid,
  nothingSaid,
  problemOfSaid,
  restSaid,
  sharesOf,
  tenderOfSaid,
  unsaidBy,
  type TenderSaid,
} from './tender-said.ts'

/** Somebody's account as it is told to who is here now; undefined: it is not, or they owe no more. */
async function accountOf({ id, number }: Debtor): Promise<CreditAccount | undefined> {
  const asked = call('credit.find', { text: String(number), limit: 50 })
  return (await asked.catch(() => [])).find(({ debtor }) => debtor.id === id && !debtor.isErased)
}

/** How each sale at hand is paid, by its draft: another sale begins with exact cash again. */
export const useTenders = defineStore('tenders', () => {
  const said = ref<Record<string, TenderSaid>>({})
  const vias = useTransferVias()
  const of = (draftId: string): TenderSaid => said.value[draftId] ?? nothingSaid

  function say(draftId: string, part: Partial<TenderSaid>): void {
    const before = of(draftId)
    said.value = { ...said.value, [draftId]: { ...before, ...unsaidBy(part, before), ...part } }
  }

  /** Somebody else is at the register: they are told of accounts what they may know, and nothing of it until then. */
  async function tellAnew(): Promise<void> {
    // The sale at hand first.
    const chosen = Object.entries(said.value)
      .toReversed()
      .flatMap(([draftId, { account }]) => (account ? [{ draftId, debtor: account.debtor }] : []))
    for (const { draftId } of chosen)
      say(draftId, { account: null, overLimit: false, isAboveUntold: false })
    for (const { draftId, debtor } of chosen) {
      const same = await accountOf(debtor)
      if (same && of(draftId).account === null) say(draftId, { account: same })
    }
  }
  onAnotherPerson(() => void tellAnew())

  /** A key pressed before the field of what was received is there. */
  function typeAhead(draftId: string, key: string): void {
    const { ahead } = of(draftId)
    if (key === 'Backspace') say(draftId, { ahead: ahead.slice(0, -1) })
    else if (/^[\d.,]$/.test(key)) say(draftId, { ahead: ahead + key })
  }

  return {
    of,
    say,
    typeAhead,
    sharesOf: (draftId: string, total: Money) => sharesOf(of(draftId), total),
    restDue: (draftId: string, total: Money) => restSaid(of(draftId), total),
    changeDue: (draftId: string, total: Money) => changeSaid(of(draftId), total),
    above: (draftId: string, total: Money) => aboveSaid(of(draftId), total),
    tenderOf: (draftId: string, total: Money | null) => tenderOfSaid(of(draftId), total),
    problemOf: (draftId: string, total: Money) =>
      problemOfSaid(of(draftId), total, vias.value.length > 0),
  }
})
