import type {
  BranchesNow,
  SeenBalance,
  SeenDrawer,
  SeenRegister,
  SoldSum,
} from '../../../shared/contract/upkeep/branches.ts'
import { serviceDayStart } from '../../../shared/domain/time/dates.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { shiftOf, soldOf, standingOf, sumsOf, type Standing } from './seen.ts'

// The registers as the owner's screen lists them: those in trouble first, then each branch with its own.

/** A register as a line of the list. */
export interface RegisterRow {
  register: SeenRegister
  standing: Standing
  shift: ReturnType<typeof shiftOf>
  cashiers: string
  cash: Money[]
  today: Money[]
  month: Money[]
}

/** Somebody has to look after these, the worst first. */
const troubled: readonly Standing[] = ['forked', 'trouble', 'missing', 'behind']
export const isInTrouble = ({ standing }: Pick<RegisterRow, 'standing'>): boolean =>
  troubled.includes(standing)

/** Of the others those that sell are first. */
const quiet: readonly Standing[] = ['upToDate', 'invited', 'retired']

interface Seen {
  now: BranchesNow
  today: readonly SoldSum[]
  month: readonly SoldSum[]
}

/** What is read of each register, by its code: hundreds of them are not looked for in thousands of rows. */
function byCode<T extends { code: string }>(rows: readonly T[]): (code: string) => readonly T[] {
  const found = Map.groupBy(rows, ({ code }) => code)
  return (code) => found.get(code) ?? []
}

/** Every register with what is known of it, in the order that they came in. */
export function registerRows({ now, today, month }: Seen): RegisterRow[] {
  const dayStart = serviceDayStart(now.at)
  const [drawersOf, todayOf, monthOf] = [byCode(now.drawers), byCode(today), byCode(month)]
  return now.registers.map((register) => {
    const own = drawersOf(register.code)
    return {
      register,
      standing: standingOf(register, now.at),
      shift: shiftOf(register, own, dayStart),
      cashiers: [...new Set(own.flatMap(({ cashier }) => cashier ?? []))].join(', '),
      cash: sumsOf(own.map(({ expected }) => expected)),
      today: soldOf(todayOf(register.code), 'in'),
      month: soldOf(monthOf(register.code), 'in'),
    }
  })
}

/** The branches that there are, by name; registers of none are of the last one, null. */
export const branchesOf = (registers: readonly SeenRegister[]): (string | null)[] =>
  [...new Set(registers.map(({ branch }) => branch))].toSorted((one, other) =>
    one === null ? 1 : other === null ? -1 : one.localeCompare(other, undefined, { numeric: true }),
  )

/** What is asked of the list: words of a register's name, code or cashiers, and a branch; undefined: all of them. */
export interface ListFilter {
  text: string
  branch: string | null | undefined
}

function matches({ text, branch }: ListFilter, { register, cashiers }: RegisterRow): boolean {
  if (branch !== undefined && register.branch !== branch) return false
  const said = foldText(`${register.code} ${register.name} ${register.branch ?? ''} ${cashiers}`)
  return foldText(text)
    .split(' ')
    .every((word) => said.includes(word))
}

/** Registers under one head: those in trouble (`troubled`), or the others of a branch. */
export interface RegisterGroup {
  key: string
  kind: 'troubled' | 'branch'
  branch: string | null
  /** How many of the branch's are said of it: those that stand first with the troubled, too. */
  count: number
  above: number
  cash: Money[]
  today: Money[]
  month: Money[]
  rows: RegisterRow[]
}

/** How the rows stand in the list; a branch's sums are of all of its registers that were asked for. */
export function groupsOf(rows: readonly RegisterRow[], filter: ListFilter): RegisterGroup[] {
  const asked = rows.filter((row) => matches(filter, row))
  const first = asked
    .filter(isInTrouble)
    .toSorted((one, other) => troubled.indexOf(one.standing) - troubled.indexOf(other.standing))
  const groups = branchesOf(asked.map(({ register }) => register)).map((branch) => {
    const own = asked.filter(({ register }) => register.branch === branch)
    return groupOf({ key: `branch ${branch ?? ''}`, kind: 'branch', branch }, own)
  })
  return first.length === 0
    ? groups
    : [
        { ...groupOf({ key: 'troubled', kind: 'troubled', branch: null }, first), rows: first },
        ...groups,
      ]
}

function groupOf(
  named: Pick<RegisterGroup, 'key' | 'kind' | 'branch'>,
  own: readonly RegisterRow[],
): RegisterGroup {
  const rows = own
    .filter((row) => !isInTrouble(row))
    .toSorted((one, other) => quiet.indexOf(one.standing) - quiet.indexOf(other.standing))
  return {
    ...named,
    ...{ count: own.length, above: own.length - rows.length, rows },
    cash: sumsOf(own.flatMap(({ cash }) => cash)),
    today: sumsOf(own.flatMap(({ today }) => today)),
    month: sumsOf(own.flatMap(({ month }) => month)),
  }
}

/** The lowest first, each currency by itself in the order of its figure: amounts of two are not compared. */
export const lowestFirst = (balances: readonly SeenBalance[]): SeenBalance[] =>
  balances.toSorted(
    ({ balance: one }, { balance: other }) =>
      one.currency.localeCompare(other.currency) || one.minor - other.minor,
  )

/** A drawer that stands open since another day is the first. */
export const oldestFirst = (drawers: readonly SeenDrawer[]): SeenDrawer[] =>
  drawers.toSorted((one, other) => one.opened - other.opened)
