import type { MayOwe } from '../../shared/domain/credit/may-owe.ts'
import type { ConnectionState } from '../../shared/contract/connection.ts'
import type { Emit, Handlers } from '../../shared/contract/index.ts'
import type { CatalogFeature } from '../features/catalog/catalog.ts'
import type { Connection } from '../features/connection/connection.ts'
import type { CopiesGate } from '../features/copies/gate.ts'
import type { JournalMaintenance } from '../features/journal/journal.ts'
import type { Receipts } from '../features/receipts/receipts.ts'
import type { FormNotes } from '../features/selling/form-notes.ts'
import type { Elsewhere, SellingDeps } from '../features/selling/ports.ts'
import { createQuoteBook } from '../features/selling/quotes.ts'
import {
  createSelling,
  createSellingBlocked,
  type SellingCalls,
} from '../features/selling/selling.ts'
import type { ShiftFeature } from '../features/shift/shift.ts'
import type { AccountDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'
import type { JournalSearch } from '../store/search/journal-search.ts'
import { wireMayMoveCash } from './drawer.ts'
import type { AtRegister } from './people.ts'

/** What the rest needs of selling, whether it can sell or only look. */
export interface WiredSelling {
  handlers: Handlers<SellingCalls>
  onConnection(state: ConnectionState): void
  start(): void
  isSelling(): boolean
  stop(): Promise<void>
}

/** What a sale meets on its way. */
interface SellingParts {
  connection: Connection
  catalog: CatalogFeature
  here: AtRegister
  maintenance: JournalMaintenance
  receipts: Receipts
  shift: ShiftFeature
  formNotes: FormNotes
  search: JournalSearch
  gate: CopiesGate
  mayOwe: MayOwe
  elsewhere: Elsewhere
}

/** Selling, or looking at sales where the journal cannot be written. */
export function wireSelling(
  deps: FeaturesDeps,
  account: AccountDeps,
  parts: SellingParts,
): WiredSelling {
  const { register } = deps
  const selling = sellingDeps(deps, account, parts)
  if (register.kind === 'open') return createSelling({ ...selling, journal: register.journal })
  // A quote writes nothing: it is answered also where the journal is not ours to write. Nothing is sold there, so that no
  // cash is held against a drawer, and no line of what was refused.
  const { mayMoveCash: _, ...readOnly } = selling
  const quotes = createQuoteBook(readOnly)
  return {
    handlers: {
      ...createSellingBlocked(register.failure, register.reader, account.profileId, parts.search),
      'selling.quote': (input) => quotes.quote(input),
    },
    onConnection: () => undefined,
    start: () => undefined,
    isSelling: () => false,
    stop: async () => undefined,
  }
}

function sellingDeps(
  { environment, salesAction }: FeaturesDeps,
  account: AccountDeps,
  parts: SellingParts,
): Omit<SellingDeps, 'journal'> {
  const {
    connection,
    catalog,
    here,
    maintenance,
    receipts,
    shift,
    formNotes,
    search,
    gate,
    mayOwe,
    elsewhere,
  } = parts
  return {
    ...account,
    emit: toldOnPaper(account.emit, receipts),
    productForSale: (productId) => catalog.productForSale(productId),
    cashier: here.cashier,
    shift: () => shift.currentId(),
    trailLine({ id, createdAt }) {
      const who = here.cashier()
      if (salesAction === undefined || who === null) return null
      const person = { id: who.id, name: who.name }
      return { at: createdAt, person, action: salesAction, subject: id }
    },
    mayBegin() {
      maintenance.mustBeAcknowledged()
      gate.mayBegin()
      shift.mustBeOpen()
    },
    mayOwe,
    mayMoveCash: wireMayMoveCash(account, here, shift),
    refuseSoldSince: gate.refuseSoldSince,
    elsewhere,
    onResume: (listener) => environment.onResume(listener),
    balance: () => connection.state().business,
    refreshBalance: () => connection.refreshSoon(),
    formNotes,
    search,
  }
}

/** The windows hear of a sale first, then the printer, which may have to print it by itself. */
function toldOnPaper(emit: Emit, receipts: Receipts): Emit {
  return (name, payload) => {
    emit(name, payload)
    if (name === 'selling.changed') receipts.onSale(payload)
  }
}
