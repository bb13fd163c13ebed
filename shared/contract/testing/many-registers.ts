import type { CallInput, CallOutput } from '../index.ts'
import type {
  BranchesNow,
  SeenBalance,
  SeenDrawer,
  SeenPending,
  SeenRegister,
  SeenSale,
  SoldSum,
} from '../upkeep/branches.ts'

// What a database would say of one register or of hundreds, where none is started: for the looks of the owner's screen.

export const minute = 60_000
export const hour = 60 * minute
const pesos = (units: number) => ({ minor: units * 100, currency: 'COP' })
const dollars = (units: number) => ({ minor: units * 100, currency: 'USD' })
export const codeOf = (index: number) => `C${index + 1}`
/** Some registers are across the border. */
const takesDollars = (code: string) => Number(code.slice(1)) % 9 === 5
export const cashiers = [
  'Ana Ruiz',
  'Luis Pérez',
  'María Fernanda Rodríguez',
  'Caro Gil',
  'Óscar Niño',
]

/** In a shop of three the second cannot be reached and the third is a copy; of hundreds one in some is so, or else. */
function troubleOf(index: number, count: number, at: number): Partial<SeenRegister> {
  const behind = { seen: at - 3 * hour, complete: at - 3 * hour, waiting: 41 }
  const forked = { forked: at - 20 * minute, complete: at - 20 * minute }
  if (count < 10) return index === 1 ? behind : index === 2 ? forked : {}
  switch (index % 97) {
    case 11:
      return behind
    case 23:
      return forked
    case 42:
      return { trouble: 'HUB_LOGIN_REFUSED', complete: at - 30 * hour, seen: at - 30 * hour }
    case 61:
      return { missing: 2, complete: null }
    case 77:
      return { state: 'retired', retired: at - 40 * 24 * hour, seen: at - 41 * 24 * hour }
    case 88:
      return { state: 'invited', seen: null, complete: null, version: null, opened: null }
    default:
      return index % 60 === 5 ? { clock: 9 * minute } : {}
  }
}

const branchOf = (index: number, count: number) =>
  count < 10 ? (index === 0 ? 'Centro' : 'Norte') : `Sucursal ${1 + (index % 20)}`

/** So many registers as they stand now: behind, forked, retired, invited, one with another currency. */
export function seenRegisters(count: number, at = Date.now()): BranchesNow {
  const registers = Array.from({ length: count }, (_, index): SeenRegister => {
    const usual = { seen: at - 2 * minute, complete: at - minute, opened: at - hour }
    return {
      ...{
        code: codeOf(index),
        name: index % 7 === 3 ? `Minimercado La 14, caja ${index + 1}` : `Caja ${index + 1}`,
      },
      ...{ branch: branchOf(index, count), state: 'joined', version: '1.4.0', clock: 0 },
      ...{ waiting: 0, trouble: null, forked: null, missing: 0, retired: null },
      ...usual,
      ...troubleOf(index, count, at),
    }
  })
  const sells = registers.filter(({ state }) => state === 'joined')
  const drawers = sells.map(({ code }, index): SeenDrawer => {
    const cashier = cashiers[index % cashiers.length] ?? null
    // The third of them did not close its Z.
    const opened = index === 2 ? at - 26 * hour : at - hour
    const expected = takesDollars(code) ? dollars(310 + index) : pesos(185_000 + index * 1_350)
    return { code, shift: `shift-${code}`, cashier, opened, expected, held: null }
  })
  const pending = sells.flatMap(({ code }, index): SeenPending[] =>
    index % 12 === 0
      ? [
          { code, what: 'open', count: 1, total: pesos(20_000), since: at - hour },
          { code, what: 'owed', count: 1, total: pesos(8_000), since: at - 2 * hour },
          { code, what: 'credit', count: 3, total: pesos(62_500), since: at - 90 * hour },
        ]
      : [],
  )
  const balances = sells.map(({ code }, index): SeenBalance => ({
    ...{ code, profile: 'La 14', at: at - 5 * minute },
    balance: takesDollars(code) ? dollars(900) : pesos(1_850_000 - (index % 50) * 30_000),
    lastsMs: index % 4 === 3 ? null : (6 + (index % 40)) * hour,
  }))
  return { at, registers, drawers, pending, balances }
}

/** What they sold; `days`: one, or those of a month so far. */
export function soldBy({ registers }: BranchesNow, days: number): CallOutput<'branches.sold'> {
  const sums = registers
    .filter(({ state }) => state !== 'invited')
    .flatMap(({ code }, index): SoldSum[] => {
      const said = { code, state: 'APPROVED', direction: 'in', count: 90 * days } as const
      const units = takesDollars(code) ? 140 + index : 1_234_500 + index * 10_000
      return [{ ...said, total: (takesDollars(code) ? dollars : pesos)(units * days) }]
    })
  const differences = cashiers.map((cashier, index) => ({
    ...{ cashier, currency: 'COP', shifts: 20 + index },
    ...{ short: -(index * 350_000), over: index * 20_000 },
  }))
  return { sums, differences }
}

export function salesOf(
  { at, registers }: BranchesNow,
  { what, codes }: Pick<CallInput<'branches.sales'>, 'what' | 'codes'>,
): SeenSale[] {
  const own = registers.filter(({ code }) => codes === null || codes.includes(code))
  return Array.from({ length: what === 'text' ? 1 : 40 }, (_, index) => ({
    ...{
      code: own[index % own.length]?.code ?? 'C1',
      id: `sale-${index}`,
      at: at - index * minute,
    },
    ...{
      product: 'Recarga Clara',
      state: what === 'open' ? 'UNKNOWN' : 'APPROVED',
      direction: 'in',
    },
    ...{ total: pesos(5_000 + index * 500), reference: `••• ${4567 + index}` },
    ...{ service: String(81_000 + index), cashier: cashiers[index % 5] ?? null, tender: 'cash' },
  }))
}
