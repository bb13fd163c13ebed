import { cashEffect } from '../drawer/drawer.ts'
import { accountReading } from './account-reading.ts'
import { paidParts, type MonthFacts, type SaleFact } from './facts.ts'
import { chunksOf, finished } from './steps.ts'
import { isSettled } from './sale-postings.ts'
import { byText, signed, voucherId, type Voucher } from './voucher.ts'

/** What is wrong with a month's vouchers. `of`: the voucher, sale, day or shift that it is about. */
export interface BookFault {
  rule:
    | 'doubled-voucher'
    | 'misnamed'
    | 'unbalanced'
    | 'not-whole'
    | 'sale-twice-or-never'
    | 'sale-of-another-day'
    | 'open-as-done'
    | 'prepaid'
    | 'cash'
    | 'z'
    | 'third'
  of: string
}

/**
 * Holds vouchers against the facts they were made from, by the rules that the books keep whatever happens. Nothing here
 * makes an entry: each rule counts the facts in a way of its own.
 */
export function bookFaults(facts: MonthFacts, vouchers: readonly Voucher[]): BookFault[] {
  return finished(faultSteps(facts, vouchers))
}

/** The same in steps: a month of a large shop takes longer than a sale may wait. */
export function* faultSteps(
  facts: MonthFacts,
  vouchers: readonly Voucher[],
): Generator<void, BookFault[]> {
  const faults = [...wrongVouchers(vouchers), ...misnamed(facts, vouchers)]
  faults.push(...(yield* wrongSales(facts.sales, vouchers)))
  const prepaid = yield* prepaidOf(facts)
  faults.push(...differing('prepaid', prepaid, postedTo(vouchers, 'prepaid')))
  const cash = yield* cashOf(facts)
  faults.push(...differing('cash', cash, postedTo(vouchers, 'cash')))
  faults.push(...wrongShifts(facts, vouchers), ...unpassedThirds(facts, vouchers))
  return faults.toSorted((one, other) => byText(one.rule + one.of, other.rule + other.of))
}

/** Each balances by itself, in whole minor units above nought, and is there once. */
function wrongVouchers(vouchers: readonly Voucher[]): BookFault[] {
  const seen = new Set<string>()
  const faults: BookFault[] = []
  for (const { id, lines } of vouchers) {
    if (seen.has(id)) faults.push({ rule: 'doubled-voucher', of: id })
    seen.add(id)
    if (lines.some(({ minor }) => !Number.isSafeInteger(minor) || minor <= 0)) {
      faults.push({ rule: 'not-whole', of: id })
    }
    if (sumOf(lines.map(signed)) !== 0) faults.push({ rule: 'unbalanced', of: id })
  }
  return faults
}

/** A voucher's number says of which branch, connection, day, kind and currency it is, and so it is. */
function misnamed(
  { branch, connection }: Pick<MonthFacts, 'branch' | 'connection'>,
  vouchers: readonly Voucher[],
): BookFault[] {
  return vouchers
    .filter((one) => one.id !== voucherId(branch, connection, one))
    .map(({ id: of }) => ({ rule: 'misnamed', of }))
}

/** Where a sale whose end is not known may stand: nothing of it is earned, passed on or owed yet. */
const ofOpen: readonly string[] = ['cash', 'wallet', 'unresolved', 'in-process', 'prepaid']

/** Each sale whose end is known is in one collection and one settlement of its day, no other is in any. */
function* wrongSales(
  sales: readonly SaleFact[],
  vouchers: readonly Voucher[],
): Generator<void, BookFault[]> {
  const found = new Map<string, Voucher[]>()
  for (const voucher of vouchers) {
    for (const ids of chunksOf(voucher.sales)) {
      for (const id of ids) {
        const mine = found.get(id)
        if (mine) mine.push(voucher)
        else found.set(id, [voucher])
      }
      yield
    }
  }
  const faults: BookFault[] = []
  for (const some of chunksOf(sales)) {
    for (const sale of some) faults.push(...wrongSale(sale, found.get(sale.id) ?? []))
    yield
  }
  for (const { id, kind, lines } of vouchers) {
    if (kind.startsWith('open-') && lines.some(({ role }) => !ofOpen.includes(role))) {
      faults.push({ rule: 'open-as-done', of: id })
    }
  }
  return faults
}

/** `mine`: the vouchers that it is in. */
function wrongSale(sale: SaleFact, mine: readonly Voucher[]): BookFault[] {
  const of = sale.id
  const faults: BookFault[] = []
  const done = mine.filter(({ kind }) => !/^(open|undone)-/.test(kind))
  const times = (end: string) => done.filter(({ kind }) => kind.endsWith(end)).length
  const due = isSettled(sale) ? 1 : 0
  if (times('-collected') !== due || times('-settled') !== due || (due === 0 && done.length > 0)) {
    faults.push({ rule: 'sale-twice-or-never', of })
  }
  if (mine.some(({ day, currency }) => day !== sale.day || currency !== sale.currency)) {
    faults.push({ rule: 'sale-of-another-day', of })
  }
  return faults
}

/** What no close can carry: the vouchers themselves are not what books are. The others are differences to look at. */
export function isBroken({ rule }: BookFault): boolean {
  return rule !== 'z' && rule !== 'cash' && rule !== 'prepaid' && rule !== 'third'
}

type Sums = Map<string, number>
const add = (sums: Sums, key: string, minor: number) => sums.set(key, (sums.get(key) ?? 0) + minor)
const sumOf = (minors: readonly number[]) => minors.reduce((sum, minor) => sum + minor, 0)

function postedTo(vouchers: readonly Voucher[], role: string): Sums {
  const sums: Sums = new Map()
  for (const { day, currency, lines } of vouchers) {
    for (const line of lines) if (line.role === role) add(sums, `${day} ${currency}`, signed(line))
  }
  return sums
}

function differing(rule: BookFault['rule'], expected: Sums, posted: Sums): BookFault[] {
  const keys = new Set([...expected.keys(), ...posted.keys()])
  return [...keys]
    .filter((key) => (expected.get(key) ?? 0) !== (posted.get(key) ?? 0))
    .map((of) => ({ rule, of }))
}

/** The balance, day by day: as the service told it, else as its value and quoted cost say, and the loads. */
function* prepaidOf({ sales, loads, typed }: MonthFacts): Generator<void, Sums> {
  const sums: Sums = new Map()
  for (const some of chunksOf(sales)) {
    for (const sale of some) {
      const told = sale.own?.change ?? null
      const key = `${sale.day} ${sale.currency}`
      if (told !== null) add(sums, key, told)
      else if (sale.outcome === 'done' && sale.direction !== null) {
        const { value, taken } = accountReading(sale)
        add(sums, key, value - taken)
      }
    }
    yield
  }
  for (const { day, currency, minor } of loads) add(sums, `${day} ${currency}`, minor)
  for (const { day, currency, postings } of typed) {
    for (const { role, minor } of postings) {
      if (role === 'prepaid') add(sums, `${day} ${currency}`, minor)
    }
  }
  return sums
}

/** Cash, day by day, by the drawer's own rule (shared/domain/drawer), and what moved it beside sales. */
function* cashOf(facts: MonthFacts): Generator<void, Sums> {
  const sums: Sums = new Map()
  for (const some of chunksOf(facts.sales)) {
    for (const { sale, minor } of cashOfSales(some)) {
      add(sums, `${sale.day} ${sale.currency}`, minor)
    }
    yield
  }
  for (const { day, currency, direction, minor } of facts.movements) {
    add(sums, `${day} ${currency}`, direction === 'in' ? minor : -minor)
  }
  for (const { day, currency, how, minor } of facts.payouts) {
    if (how === 'cash') add(sums, `${day} ${currency}`, -minor)
  }
  for (const { day, currency, base, due } of facts.openings) {
    add(sums, `${day} ${currency}`, base - (due ?? 0))
  }
  for (const { day, currency, difference } of facts.closes) {
    add(sums, `${day} ${currency}`, difference)
  }
  for (const { day, currency, postings } of facts.typed) {
    for (const { role, minor } of postings) {
      if (role === 'cash') add(sums, `${day} ${currency}`, minor)
    }
  }
  return sums
}

function cashOfSales(sales: readonly SaleFact[]) {
  return sales.flatMap((sale) => {
    const { own, outcome, direction } = sale
    if (own === null) return []
    return paidParts(own).flatMap(({ tender, minor }) => {
      const effect = cashEffect({ ...own, tender, outcome, direction: direction ?? 'in' })
      if (effect === 'none') return []
      return [{ sale, shift: own.shift, minor: effect === 'out' ? -minor : minor }]
    })
  })
}

/** What is posted to the drawer of a shift that began and ended in the month is what its Z counted. */
function wrongShifts(facts: MonthFacts, vouchers: readonly Voucher[]): BookFault[] {
  const posted: Sums = new Map()
  for (const { currency, lines } of vouchers) {
    for (const line of lines) {
      if (line.role === 'cash') add(posted, `${line.part} ${currency}`, signed(line))
    }
  }
  const opened = new Map(
    facts.openings.map((one) => [`${one.shift} ${one.currency}`, one.due ?? 0]),
  )
  return facts.closes.flatMap(({ shift, currency, counted }) => {
    const due = opened.get(`${shift} ${currency}`)
    const key = `${shift} ${currency}`
    if (due === undefined || (posted.get(key) ?? 0) === counted - due) return []
    return [{ rule: 'z' as const, of: key }]
  })
}

/** What was taken in for a third party was passed on with each sale that was made. */
function unpassedThirds({ typed }: MonthFacts, vouchers: readonly Voucher[]): BookFault[] {
  const sums: Sums = new Map()
  for (const { currency, day, lines } of vouchers) {
    for (const line of lines) {
      if (line.role === 'third') add(sums, `${day} ${line.part} ${currency}`, signed(line))
    }
  }
  for (const { day, currency, postings } of typed) {
    for (const { role, part, minor } of postings) {
      if (role === 'third') add(sums, `${day} ${part} ${currency}`, -minor)
    }
  }
  return [...sums].flatMap(([of, minor]) => (minor === 0 ? [] : [{ rule: 'third' as const, of }]))
}
