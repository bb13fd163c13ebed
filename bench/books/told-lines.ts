// For bench/block.ts: a thread that hands over what a hub told of so many lines of the book of credit, as the sending one does.
import { z } from 'zod'
import { answerInThread } from '../../electron/async/thread.ts'
import { packShared } from '../../electron/features/hub/packed-shared.ts'

function docOf(at: number) {
  const debtorId = `00000000-0000-4000-8000-${String(at % 500).padStart(12, '0')}`
  const account = 'account Tienda https://servicio.example'
  const line = { debtorId, at: 1_790_000_000_000 + at, account, amount: 520_000, cashier: 'Ana' }
  const lines = ['owed', 'sale'].map((what) => ({ ...line, what }))
  const body = { by: 'C2', revision: 3, currency: 'COP', text: 'Recarga Clara', how: null, lines }
  const of = { kind: 'debt', scope: 'branch', key: `sale ${String(at).padStart(24, '0')}` }
  return { ...of, version: 1, body, by: 'C2', own: false }
}

answerInThread(
  z.object({ lines: z.int() }),
  ({ lines }) => {
    const docs = Array.from({ length: lines }, (_, at) => docOf(at))
    const shared = { seq: lines, tip: 'x', after: { seq: 0, tip: '' }, anew: true, docs, sent: [] }
    const nothing = { sent: 0, left: 0, missing: [], beside: null, orders: null }
    return { ...nothing, shared: packShared(shared) }
  },
  ({ shared }) => shared.parts.map(({ buffer }) => buffer),
)
