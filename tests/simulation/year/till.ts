import type { Profile } from '../../../shared/contract/connection.ts'
import type { Emit, EventPayload } from '../../../shared/contract/index.ts'
import { businessSchema } from '../../../shared/domain/receipt/business.ts'
import { Failure } from '../../../shared/errors.ts'
import { createSlimmer } from '../../../electron/features/journal/slimmer.ts'
import { createPrivacy } from '../../../electron/features/privacy/privacy.ts'
import type { SellingDeps } from '../../../electron/features/selling/ports.ts'
import { createSelling } from '../../../electron/features/selling/selling.ts'
import type { ShiftDeps } from '../../../electron/features/shift/ports.ts'
import { createShift } from '../../../electron/features/shift/shift.ts'
import type { MerchantService } from '../../../electron/service/service.ts'
import { writtenJournal } from '../../../electron/store/journal/journal-access.ts'
import type { Journal } from '../../../electron/store/journal/journal.ts'
import {
  acknowledgeRecovery,
  readRecovery,
} from '../../../electron/store/recovery/recovery-note.ts'
import type { Thread } from '../../../electron/async/thread.ts'
import { createJournalSearch } from '../../../electron/store/search/journal-search.ts'
import { answerSearch, closeSearch } from '../../../electron/store/search/search-answers.ts'
import { searchQuestionSchema } from '../../../electron/store/search/search-question.ts'
import type { WorldClock } from '../clock.ts'
import type { Life } from '../crash.ts'
import type { Watch } from '../invariants.ts'
import { products } from '../products.ts'
import type { Random } from '../random.ts'
import { connected, mortalService } from '../register.ts'

/** A run of the register: the product's own features over one open journal, each of them mortal. */
export type Till = ReturnType<typeof createTill>

/** The shop as its papers name it. */
export const business = businessSchema.parse({ name: 'Tienda La 14', taxId: '900.123.456-8' })

/** The search as its thread does it, at once: with threads no two runs would be alike. */
const searchHere = (life: Life): Thread => ({
  async ask(question, schema) {
    life.demand()
    return schema.parse(structuredClone(answerSearch(searchQuestionSchema.parse(question))))
  },
  end: async () => closeSearch(),
})

interface TillDeps {
  life: Life
  clock: WorldClock
  random: Random
  folder: string
  journal: Journal
  service: MerchantService
  connection: () => Profile
  /** Who is at the register; null: one person alone. */
  cashier: () => { id: string; name: string } | null
  watch: Watch
  newId: () => string
  /** For how many months customers are kept; null: for ever. */
  keepMonths: () => number | null
  /** A copy is wanted, as after the close of a shift. */
  onCopy: () => void
  onProblem: (where: string, code: string) => void
}

export function createTill(deps: TillDeps) {
  const { life, clock, journal, folder } = deps
  const resumed = new Set<() => void>()
  const service = mortalService(deps)
  const access = writtenJournal(journal)
  const problem = (where: string) => (error: { code: string }) => deps.onProblem(where, error.code)
  const search = createJournalSearch({
    ...{ folder, isWriter: true, onProblem: problem('search') },
    thread: searchHere(life),
  })
  const money = { minor: 900_000_000, currency: 'COP' }
  const account = () => ({ balance: money, profits: money, at: clock.now(), skewMs: 0 })
  /** The clocks agree unless somebody set this one. */
  const agreedTime = () => (Math.abs(clock.now() - clock.real()) < 120_000 ? clock.real() : null)
  const shift = createShift({ ...shiftDeps(deps, service), account, onProblem: problem('shift') })
  const selling = createSelling({
    ...sellingDeps(deps, service),
    onResume: (listener) => {
      resumed.add(listener)
      return () => resumed.delete(listener)
    },
    balance: account,
    onProblem: problem('selling'),
    shift: () => shift.currentId(),
  })
  const privacy = createPrivacy({
    journal: access,
    emit: () => undefined,
    now: clock.now,
    decimalSign: () => 'comma',
    onProblem: problem('privacy'),
    search,
    cashier: deps.cashier,
    note: () => undefined,
    others: () => null,
    keepMonths: deps.keepMonths,
    serviceNow: clock.real,
    agreedTime,
    mustBeApproved: () => undefined,
    shown: (kept) => kept,
  })
  const slimmer = createSlimmer({
    journal: access,
    now: clock.now,
    agreedTime,
    isSelling: () => selling.isSelling(),
    mustBeWhole: () => {
      if (readRecovery(folder)) throw new Failure('JOURNAL_DAMAGED')
    },
    onProblem: problem('slimmer'),
  })

  /** Nothing of it acts any more. */
  async function end(): Promise<void> {
    slimmer.stop()
    privacy.stop()
    await search.close()
  }

  return {
    life,
    journal,
    selling,
    shift,
    privacy,
    search,
    start(): void {
      // Whoever opens the register reads what was recovered.
      if (readRecovery(folder)) acknowledgeRecovery(folder, clock.now())
      selling.start()
      privacy.start()
      slimmer.start()
    },
    resumed: () => resumed.forEach((listener) => listener()),
    stopSelling: () => selling.stop(),
    end,
  }
}

function sellingDeps(
  { life, clock, journal, connection, cashier, watch, newId }: TillDeps,
  service: MerchantService,
): Omit<SellingDeps, 'onResume' | 'balance' | 'onProblem'> {
  const emit: Emit = (name, payload) => {
    // The event's name says what it carries.
    if (!life.isAlive() || name !== 'selling.changed') return
    watch.onTold(payload as EventPayload<'selling.changed'>)
  }
  return {
    journal,
    service: () => {
      life.demand()
      return connected(service, connection(), watch)
    },
    profileId: () => connection().id,
    productForSale: async (productId) => {
      const product = products.get(productId)
      if (!product) throw new RangeError(productId)
      return product
    },
    emit,
    clock: {
      now: clock.now,
      monotonic: clock.monotonic,
      after: (delay, work) => clock.after(delay, () => life.isAlive() && work()),
    },
    refreshBalance: () => undefined,
    newId,
    cashier,
    trailLine: ({ id, createdAt }) => {
      const person = cashier()
      return person && { at: createdAt, person, action: 'sale', subject: id }
    },
  }
}

function shiftDeps(
  { clock, journal, connection, cashier, onCopy }: TillDeps,
  service: MerchantService,
): Omit<ShiftDeps, 'account' | 'onProblem'> {
  return {
    journal: writtenJournal(journal),
    profileId: () => connection().id,
    service: () => service,
    emit: () => undefined,
    now: clock.now,
    cashier,
    maySeeCommissions: () => true,
    mayCloseOthers: () => true,
    mayMarkSeen: () => true,
    settings: () => ({ blindCount: false, shiftRequired: false, language: 'es' }),
    business: () => business,
    figures: () => ({ country: 'CO', decimalSign: 'comma' }),
    backup: async () => onCopy(),
    printer: { print: async () => ({ jobId: '1' }), savePdf: async () => undefined },
    trail: (after) => ({
      ...journal.trail.head(),
      checked: 0,
      notices: journal.trail.notices(after, 5),
    }),
  }
}
