import { expect, test } from 'vitest'
import { saleSample } from '../../../shared/domain/receipt/receipt-samples.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { businessSample } from '../../../shared/domain/testing/business-sample.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { ChatMessage } from '../../host/host.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createReceipts } from './receipts.ts'

/** Sends the receipt of a sale to what was typed; answers what WhatsApp was opened with, or the code of why it was not. */
async function send(
  number: string,
  { sale = {}, sendByWhatsApp = true }: { sale?: Partial<Sale>; sendByWhatsApp?: boolean } = {},
): Promise<ChatMessage[] | string> {
  const { journal } = openMemoryJournal()
  const chats: ChatMessage[] = []
  const receipts = createReceipts({
    system: null,
    openChat: async (message) => void chats.push(message),
    journal: writtenJournal(journal),
    settings: { get: () => undefined, set: () => undefined },
    sale: (id) => (id === 'one' ? saleSample(sale) : null),
    tender: () => ({ kind: 'credit', name: 'Doña Rosa' }),
    // What the customer gets has it all the same.
    mayKnowDrawer: () => false,
    business: () => businessSample,
    formatting: () => ({ language: 'es', decimalSign: 'comma', sendByWhatsApp }),
    cashier: () => null,
    mustBeApproved: () => undefined,
    emit: () => undefined,
    now: () => 1_000,
    onProblem: () => undefined,
  })
  try {
    await receipts.handlers['receipts.message']({ saleId: 'one', number })
    return chats
  } catch (caught) {
    return toAppError(caught).code
  } finally {
    await receipts.close()
    journal.close()
  }
}

test('a receipt by WhatsApp goes to the number as it is dialled from anywhere, masked as on paper', async () => {
  const chats = await send('300 123 4567')
  expect(chats).toMatchObject([{ number: '573001234567' }])
  expect(JSON.stringify(chats)).toMatch(
    /Celular: ••••••4567.*Total: \$ 20\.000.*Doña Rosa.*No es factura/,
  )
  const usd = { minor: 2_000, currency: 'USD' }
  expect(await send('099 123 4567', { sale: { amount: usd, total: usd } })).toMatchObject([
    { number: '593991234567' },
  ])
})

test('nothing is opened while the owner has not turned it on, for what is no number, or without a receipt', async () => {
  expect(await send('3001234567', { sendByWhatsApp: false })).toBe('MESSAGING_OFF')
  expect(await send('300123456A')).toBe('PHONE_UNREADABLE')
  expect(await send('[borrado]')).toBe('PHONE_UNREADABLE')
  expect(await send('3001234567', { sale: { state: 'REJECTED' } })).toBe('RECEIPT_NOT_DUE')
})
