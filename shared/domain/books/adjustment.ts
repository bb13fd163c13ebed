import type { Posting } from './typed.ts'
import { byText, createVouchers, signed, type Voucher } from './voucher.ts'

/**
 * What was learnt after a month was closed: the entries that lead from its closed vouchers to those that its facts make
 * now, dated in an open month (`day`), each naming the vouchers that changed. A closed entry itself never changes.
 * Counter and balance stay apart, as they do in the vouchers. `earlier`: adjustments of that month that were closed since.
 */
export function adjustmentsOf(
  { month, day, number }: { month: string; day: string; number: number },
  closed: readonly Voucher[],
  now: readonly Voucher[],
  earlier: readonly Voucher[] = [],
): Voucher[] {
  const groups = new Map<string, { currency: string; changed: Change[] }>()
  for (const change of changesOf(closed, now)) {
    const end = change.kind.endsWith('-settled') ? 'settled' : 'collected'
    const key = `${change.day}-${end}-${change.currency}`
    const group = groups.get(key) ?? { currency: change.currency, changed: [] }
    group.changed.push(change)
    groups.set(key, group)
  }
  for (const { id, currency, lines } of earlier) {
    const key = keyOf(month, id)
    if (key === null) continue
    const group = groups.get(key) ?? { currency, changed: [] }
    const postings = lines.map((line) => ({ ...line, minor: -signed(line) }))
    group.changed.push({ id, day, kind: 'adjustment', currency, postings, sales: [] })
    groups.set(key, group)
  }
  return [...groups]
    .toSorted(([one], [other]) => byText(one, other))
    .flatMap(([key, group]) => {
      const sums = new Map<string, Posting>()
      for (const { role, part, minor } of group.changed.flatMap(({ postings }) => postings)) {
        const at = `${role}\n${part}`
        sums.set(at, { role, part, minor: (sums.get(at)?.minor ?? 0) + minor })
      }
      const made = createVouchers(`${month}-${number}`, key)
      made.add({ day, kind: 'adjustment', currency: group.currency }, [...sums.values()])
      const cause = group.changed.map(({ id }) => id).join(', ')
      const sales = [...new Set(group.changed.flatMap((one) => one.sales))].toSorted(byText)
      return made
        .read()
        .filter(({ lines }) => lines.length > 0)
        .map((voucher) => ({ ...voucher, cause, sales }))
    })
}

/** A currency is whatever the service calls it, also with a dash. */
const adjustedSaid = /-(\d{4}-\d\d-\d\d-(?:collected|settled)-.+)-\d{4}-\d\d-\d\d-adjustment-/

/** What an adjustment of a month adjusts, out of its number: the day, which end, the currency. */
function keyOf(month: string, id: string): string | null {
  if (!id.startsWith(`${month}-`)) return null
  return adjustedSaid.exec(id)?.[1] ?? null
}

type Change = Pick<Voucher, 'id' | 'day' | 'kind' | 'currency' | 'sales'> & { postings: Posting[] }

/** Each voucher that is not as it was, with what it lacks and the sales that came or went. */
function changesOf(closed: readonly Voucher[], now: readonly Voucher[]): Change[] {
  const [before, after] = [closed, now].map(
    (vouchers) => new Map(vouchers.map((voucher) => [voucher.id, voucher])),
  )
  const ids = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...ids].toSorted(byText).flatMap((id) => {
    const [was, is] = [before?.get(id), after?.get(id)]
    const voucher = is ?? was
    if (!voucher) return []
    const postings = [
      ...(is?.lines ?? []).map((line) => ({ ...line, minor: signed(line) })),
      ...(was?.lines ?? []).map((line) => ({ ...line, minor: -signed(line) })),
    ]
    const sums = new Map<string, number>()
    for (const { role, part, minor } of postings) {
      sums.set(`${role}\n${part}`, (sums.get(`${role}\n${part}`) ?? 0) + minor)
    }
    if ([...sums.values()].every((minor) => minor === 0)) return []
    const { day, kind, currency } = voucher
    return [{ id, day, kind, currency, postings, sales: onlyInOne(was?.sales, is?.sales) }]
  })
}

function onlyInOne(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const [had, has] = [new Set(before), new Set(after)]
  return [...before.filter((id) => !has.has(id)), ...after.filter((id) => !had.has(id))]
}
